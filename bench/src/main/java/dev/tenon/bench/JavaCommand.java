package dev.tenon.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** How a program of ours is started: every server with the same options, on the machine that measures. */
final class JavaCommand {
    private static final int UNSAFE_IS_WARNED_OF_SINCE = 23;

    private JavaCommand() {}

    /** The command for a class with a main method. */
    static List<String> of(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx1g", "-XX:+UseG1GC", "--enable-native-access=ALL-UNNAMED"));
        if (Runtime.version().feature() >= UNSAFE_IS_WARNED_OF_SINCE) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=error");
        // What else a server is to be started with, for a profiler for instance.
        command.addAll(words(System.getProperty("bench.options", "")));
        command.addAll(List.of("-cp", classPath(main), main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    private static List<String> words(String options) {
        return options.isBlank() ? List.of() : List.of(options.strip().split("\\s+"));
    }

    /** The SDK runs with the Jackson that it is made for. */
    private static String classPath(Class<?> main) throws IOException {
        String usual = System.getProperty("java.class.path");
        if (!main.getSimpleName().startsWith("Sdk")) {
            return usual;
        }
        Path inModule = Path.of("target", "sdk-jackson");
        try (Stream<Path> jars = Files.list(
                Files.isDirectory(inModule) ? inModule : Path.of("bench").resolve(inModule))) {
            return String.join(File.pathSeparator, jars.map(Path::toString).toList()) + File.pathSeparator + usual;
        }
    }
}
