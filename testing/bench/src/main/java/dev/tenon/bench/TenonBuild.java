package dev.tenon.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A build of Tenon whose servers are measured.
 *
 * @param title its name in tables
 * @param classPath the class path of its servers
 * @param isOld whether it is from before the classes got their present names
 */
record TenonBuild(String title, String classPath, boolean isOld) {
    /** Where a checkout has the module: today, and before 2026-11-26. */
    private static final List<Path> MODULES = List.of(Path.of("testing", "bench"), Path.of("bench"));

    /** The names of the started classes before 2026-11-26. */
    private static final Map<String, String> OLD_NAMES =
            Map.of("TenonHttpPeer", "TenonHttpServer", "TenonStdioPeer", "TenonStdioServer", "GuardPeer", "Guarding");

    /**
     * Returns the build in a checkout.
     *
     * @throws IllegalArgumentException if its module {@code bench} has not been packaged
     */
    static TenonBuild of(String title, Path checkout) {
        for (Path module : MODULES) {
            Path target = checkout.toAbsolutePath().resolve(module).resolve("target");
            Path jar = target.resolve("bench.jar");
            if (Files.exists(jar)) {
                String classPath =
                        jar + File.pathSeparator + target.resolve("lib").resolve("*");
                return new TenonBuild(title, classPath, module.equals(MODULES.get(1)));
            }
        }
        throw new IllegalArgumentException(
                "Missing: " + checkout + "/testing/bench/target/bench.jar. Package the module bench there first.");
    }

    /** Returns the command for a class of this build with a main method. */
    List<String> command(Class<?> main, String... arguments) throws IOException {
        List<String> command = JavaCommands.commandFor(classPath, main, arguments);
        String oldName = OLD_NAMES.get(main.getSimpleName());
        if (!isOld || oldName == null) {
            return command;
        }
        String old = main.getPackageName() + "." + oldName;
        return command.stream()
                .map(word -> word.equals(main.getName()) ? old : word)
                .toList();
    }
}
