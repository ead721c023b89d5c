package dev.tenon.conformance.neighbour;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Starts a Java program of this package with the class path of the tests. Its standard error goes to a file. */
final class JavaProcess {
    private JavaProcess() {}

    static Process start(Path log, List<String> heap, Class<?> program, Object... arguments) throws IOException {
        return start(log, command(heap, program, arguments));
    }

    static Process start(Path log, List<String> command) throws IOException {
        return new ProcessBuilder(command).redirectError(log.toFile()).start();
    }

    static List<String> command(List<String> heap, Class<?> program, Object... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(heap);
        command.addAll(List.of(
                "-ea:dev.tenon...",
                "-XX:+UseSerialGC",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                program.getName()));
        Arrays.stream(arguments).map(String::valueOf).forEach(command::add);
        return command;
    }
}
