package dev.tenon.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A build of Tenon whose servers are measured.
 *
 * @param title what it is called in tables
 * @param classPath of its servers
 */
record TenonBuild(String title, String classPath) {
    /**
     * The build in a checkout.
     *
     * @throws IllegalArgumentException when its module {@code bench} is not packaged
     */
    static TenonBuild of(String title, Path checkout) {
        Path target = checkout.toAbsolutePath().resolve("bench").resolve("target");
        Path jar = target.resolve("bench.jar");
        if (!Files.exists(jar)) {
            throw new IllegalArgumentException("Missing: " + jar + ". Package the module bench there first.");
        }
        return new TenonBuild(
                title, jar + File.pathSeparator + target.resolve("lib").resolve("*"));
    }

    /** The command for a class of it with a main method. */
    List<String> command(Class<?> main, String... arguments) throws IOException {
        return JavaCommands.commandFor(classPath, main, arguments);
    }
}
