package dev.tenon.conformance;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program on the official Java SDK, in a process of its own. */
final class SdkProcess {
    private SdkProcess() {}

    /** The command that runs the {@code main} of this class. */
    static List<String> command(Class<?> program, String... arguments) {
        return marked("none", program, arguments);
    }

    /** The same, with a word in it by which the process is found. */
    static List<String> marked(String mark, Class<?> program, String... arguments) {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        // The SDK gets the Jackson that it was made for, before that of this module.
        String classPath = Path.of("target", "sdk-jackson").toAbsolutePath() + File.separator + "*" + File.pathSeparator
                + System.getProperty("java.class.path");
        List<String> command = new ArrayList<>(List.of(
                java.toString(),
                // First, since only the beginning of a long command line can be seen.
                "-Dmark=" + mark,
                "-XX:TieredStopAtLevel=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                classPath,
                program.getName()));
        command.addAll(List.of(arguments));
        return command;
    }
}
