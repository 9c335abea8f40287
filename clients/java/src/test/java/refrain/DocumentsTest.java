package refrain;

import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles every example of the documents, and calls it against a real server. */
final class DocumentsTest {
    private static final Pattern BLOCK = Pattern.compile("^```java\n(.*?)^```", Pattern.MULTILINE | Pattern.DOTALL);

    /** Examples that end only when their program is stopped, or that need a certain port, are compiled. */
    private static final Pattern ENDLESS = Pattern.compile("consumer\\.run|streamEvents|InetSocketAddress");

    private static final String HEAD = """
            import com.sun.net.httpserver.HttpServer;
            import java.net.InetSocketAddress;
            import java.time.Duration;
            import java.util.List;
            import java.util.Map;
            import refrain.*;
            import refrain.types.*;

            public final class Examples {
            """;

    private final Tests.Cleanup cleanup;

    DocumentsTest(Tests.Cleanup cleanup) {
        this.cleanup = cleanup;
    }

    @Test
    void examplesOfTheReadmeRun() throws Exception {
        run(Path.of("README.md"));
    }

    @Test
    void examplesOfTheGuideRun() throws Exception {
        run(Path.of("../../docs/clients.md"));
    }

    private void run(Path document) throws Exception {
        String url = Servers.start(cleanup);
        List<String> examples = BLOCK.matcher(Files.readString(document)).results().map(result -> result.group(1)).toList();
        Tests.expectTrue(examples.size() > 1, examples);
        StringBuilder code = new StringBuilder(HEAD);
        for (int number = 0; number < examples.size(); number++) {
            String text = examples.get(number).replace("https://refrain.example.org", url).replace(".key(\"rfn_…\")", "");
            String parameter = text.contains("Refrain refrain =") ? "ignored" : "refrain";
            code.append("public static void example").append(number).append("(Refrain ").append(parameter)
                    .append(") throws Exception {\n").append(text).append("}\n\n");
        }
        Class<?> compiled = compile(code.append("}\n").toString());
        Refrain refrain = Servers.client(url).build();
        for (int number = 0; number < examples.size(); number++) {
            if (!ENDLESS.matcher(examples.get(number)).find()) {
                compiled.getMethod("example" + number, Refrain.class).invoke(null, refrain);
            }
        }
    }

    private Class<?> compile(String code) throws Exception {
        Path folder = Files.createTempDirectory("refrain-examples-");
        cleanup.add(() -> Servers.delete(folder));
        Path source = Files.writeString(folder.resolve("Examples.java"), code);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter problems = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of("-d", folder.toString(), "-cp", System.getProperty("java.class.path"), "-encoding", "UTF-8");
            boolean isCompiled =
                    compiler.getTask(problems, files, null, options, null, files.getJavaFileObjects(source)).call();
            Tests.expectTrue(isCompiled, problems + code);
        }
        return Class.forName("Examples", true, new URLClassLoader(new URL[] {folder.toUri().toURL()}));
    }
}
