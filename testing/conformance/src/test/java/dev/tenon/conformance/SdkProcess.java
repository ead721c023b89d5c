package dev.tenon.conformance;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program on the official Java SDK in its own process. */
final class SdkProcess {
    private SdkProcess() {}

    /** Returns the command that runs the main method of this class. */
    static List<String> command(Class<?> program, String... arguments) {
        return commandWithMarker("none", program, arguments);
    }

    /** Like {@link #command}, with a marker that identifies the process. */
    static List<String> commandWithMarker(String marker, Class<?> program, String... arguments) {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        // The SDK requires its own version of Jackson, before that of this module.
        String classPath = Path.of("target", "sdk-jackson").toAbsolutePath() + File.separator + "*" + File.pathSeparator
                + System.getProperty("java.class.path");
        List<String> command = new ArrayList<>(List.of(
                java.toString(),
                // First, because the operating system truncates long command lines.
                "-Dmark=" + marker,
                "-XX:TieredStopAtLevel=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                classPath,
                program.getName()));
        command.addAll(List.of(arguments));
        return command;
    }
}
