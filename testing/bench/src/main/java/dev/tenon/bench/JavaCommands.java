package dev.tenon.bench;

import dev.tenon.bench.peer.BareStdioServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Commands that start the Java programs of the benchmarks. */
final class JavaCommands {
    private static final int UNSAFE_WARNING_SINCE = 23;

    private JavaCommands() {}

    /** Returns the command for a class with a main method: the same options for every server, on the current JDK. */
    static List<String> commandFor(Class<?> main, String... arguments) throws IOException {
        return commandFor(classPathFor(main), main, arguments);
    }

    /** Like {@link #commandFor(Class, String...)}, with another class path. */
    static List<String> commandFor(String classPath, Class<?> main, String... arguments) throws IOException {
        List<String> options = new ArrayList<>(List.of("-Xmx1g", "-XX:+UseG1GC", "--enable-native-access=ALL-UNNAMED"));
        if (Runtime.version().feature() >= UNSAFE_WARNING_SINCE) {
            options.add("--sun-misc-unsafe-memory-access=allow");
        }
        // Further options, for example for a profiler.
        options.addAll(splitOptions(System.getProperty("bench.options", "")));
        return command(JdkInstallation.current(), options, classPath, main, arguments);
    }

    /** Returns a command with options for a fast start, on any JDK. */
    static List<String> fastStartCommand(
            JdkInstallation jdk, List<String> moreOptions, Class<?> main, String... arguments) {
        List<String> options = new ArrayList<>(List.of("-XX:+UseSerialGC"));
        options.addAll(moreOptions);
        String all = System.getProperty("java.class.path");
        return command(jdk, options, main == BareStdioServer.class ? bareClassPath(all) : all, main, arguments);
    }

    /**
     * Returns the class path of a floor program, without the jars of all servers, which would slow down its class
     * loading.
     */
    private static String bareClassPath(String classPath) {
        return Stream.of(classPath.split(File.pathSeparator, -1))
                .filter(entry -> !entry.endsWith(".jar") || entry.matches(".*\\b(bench|jackson-[a-z]+-[0-9.]+)\\.jar"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static List<String> command(
            JdkInstallation jdk, List<String> options, String classPath, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(jdk.javaExecutable().toString());
        command.addAll(options);
        command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=error");
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    private static List<String> splitOptions(String options) {
        return options.isBlank() ? List.of() : List.of(options.strip().split("\\s+"));
    }

    /** The Java SDK runs with the version of Jackson that it requires. */
    private static String classPathFor(Class<?> main) throws IOException {
        String defaultPath = System.getProperty("java.class.path");
        if (!main.getSimpleName().startsWith("Sdk")) {
            return defaultPath;
        }
        try (Stream<Path> jars = Files.list(buildDirectory("sdk-jackson"))) {
            return String.join(File.pathSeparator, jars.map(Path::toString).toList())
                    + File.pathSeparator
                    + defaultPath;
        }
    }

    /**
     * Returns a directory in the build output of this module, whether the working directory is the module or the
     * project.
     */
    static Path buildDirectory(String name) {
        Path inModule = Path.of("target");
        boolean isInModule = Files.isDirectory(inModule.resolve("sdk-jackson"));
        return (isInModule ? inModule : Path.of("testing", "bench").resolve(inModule)).resolve(name);
    }
}
