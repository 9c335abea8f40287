package refrain;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;

/** Runs all tests, without a library: so that they need nothing but a JDK. */
final class Tests {
    private static final List<Class<?>> CLASSES =
            List.of(JsonTest.class, TransportTest.class, OperationsTest.class, ServerTest.class, ConsumerTest.class, WebhooksTest.class,
                    DocumentsTest.class);

    private Tests() {}

    public static void main(String[] arguments) throws Exception {
        List<String> failed = new ArrayList<>();
        int passed = 0;
        for (Class<?> group : CLASSES) {
            for (Method test : group.getDeclaredMethods()) {
                if (!test.isAnnotationPresent(Test.class)) {
                    continue;
                }
                String name = group.getSimpleName() + "::" + test.getName();
                try (Cleanup cleanup = new Cleanup()) {
                    test.invoke(group.getDeclaredConstructor(Cleanup.class).newInstance(cleanup));
                    passed++;
                } catch (InvocationTargetException error) {
                    failed.add(name);
                    System.err.println(name);
                    error.getCause().printStackTrace();
                }
            }
        }
        System.out.println(passed + " passed, " + failed.size() + " failed " + failed);
        System.exit(failed.isEmpty() && passed > 0 ? 0 : 1);
    }

    /** What a test has started, which ends with it. */
    static final class Cleanup implements AutoCloseable {
        private final List<Runnable> tasks = new ArrayList<>();

        void add(Runnable task) {
            tasks.add(0, task);
        }

        @Override
        public void close() {
            tasks.forEach(Runnable::run);
        }
    }

    static void expect(Object expected, Object found) {
        if (!Objects.equals(expected, found)) {
            throw new AssertionError("expected " + expected + ", found " + found);
        }
    }

    static void expectTrue(boolean isTrue, Object found) {
        if (!isTrue) {
            throw new AssertionError("found " + found);
        }
    }

    /** Returns the exception of a call that must fail. */
    static <E extends Throwable> E expectThrown(Class<E> type, Callable<?> call) {
        Object result;
        try {
            result = call.call();
        } catch (Throwable error) {
            if (type.isInstance(error)) {
                return type.cast(error);
            }
            throw new AssertionError("expected a " + type.getSimpleName() + ", found " + error, error);
        }
        throw new AssertionError("expected a " + type.getSimpleName() + ", found the result " + result);
    }

    static void expectText(String part, String found) {
        if (!found.contains(part)) {
            throw new AssertionError("expected a text with \"" + part + "\", found: " + found);
        }
    }

    /** Returns a callable for a call without a result. */
    static Callable<?> calling(Runnable call) {
        return () -> {
            call.run();
            return null;
        };
    }
}
