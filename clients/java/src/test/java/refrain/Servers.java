package refrain;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Servers of tests, as processes of their own: {@code refrain serve} on a SQLite store, and one that knows only the document. */
final class Servers {
    /** Start of the first line that the server prints. */
    private static final String GREETING = "refrain listens on ";

    /** Webhooks may reach receivers on this machine. */
    private static final String CONFIGURATION =
            "[providers.webhook]\nkind = \"webhook\"\nallow = [\"127.0.0.1\"]\nallow_http = true\nany_port = true\n";

    private Servers() {}

    /** Starts the server that knows only the OpenAPI document, and returns its URL. */
    static String startMock(Tests.Cleanup cleanup) throws IOException {
        return start(cleanup, new File("."), List.of("python3", "../mock/server.py"), false, "");
    }

    /** Starts a server, and returns its URL. */
    static String start(Tests.Cleanup cleanup, String... settings) throws IOException {
        String binary = System.getenv("REFRAIN_BINARY");
        Tests.expectTrue(binary != null, "REFRAIN_BINARY is not set; run .ci/clients test");
        Path folder = Files.createTempDirectory("refrain-client-");
        cleanup.add(() -> delete(folder));
        Files.writeString(folder.resolve("refrain.toml"), CONFIGURATION);
        List<String> command = new ArrayList<>(List.of(binary, "serve", "--bind", "127.0.0.1:0"));
        Arrays.stream(settings).forEach(setting -> command.addAll(List.of("--set", setting)));
        return start(cleanup, folder.toFile(), command, true, GREETING);
    }

    /** Returns a builder of clients that repeat no request, so that tests see every error. */
    static Refrain.Builder client(String url) {
        return Refrain.builder(url).retries(Retries.NEVER);
    }

    /** Starts a process, and returns the rest of the first line with a beginning. */
    private static String start(Tests.Cleanup cleanup, File folder, List<String> command, boolean isError, String beginning)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder);
        Process process = (isError ? builder.redirectOutput(ProcessBuilder.Redirect.DISCARD) : builder).start();
        cleanup.add(() -> kill(process));
        InputStream output = isError ? process.getErrorStream() : process.getInputStream();
        BufferedReader lines = new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8));
        StringBuilder printed = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            printed.append(line).append('\n');
            if (line.startsWith(beginning)) {
                // Read to the end, or the process would block on a full pipe.
                drain(isError ? output : process.getErrorStream());
                return line.substring(beginning.length()).trim();
            }
        }
        throw new AssertionError(command + " has ended: " + printed);
    }

    private static void drain(InputStream output) {
        Thread thread = new Thread(() -> {
            try (output) {
                output.transferTo(OutputStream.nullOutputStream());
            } catch (IOException error) {
                // The process has ended.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private static void kill(Process process) {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
        }
    }

    static void delete(Path folder) {
        try (Stream<Path> paths = Files.walk(folder)) {
            paths.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }
}
