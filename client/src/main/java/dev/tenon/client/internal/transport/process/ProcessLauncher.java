package dev.tenon.client.internal.transport.process;

import dev.tenon.client.endpoint.CommandTarget;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.internal.text.Excerpts;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Starts programs; if that fails, the exception says what to do. */
public final class ProcessLauncher {
    private static final boolean WINDOWS = File.separatorChar == '\\';

    private static final int MAX_NAME_CHARS = 200;

    private ProcessLauncher() {}

    static Process start(CommandTarget target) {
        List<String> command = new ArrayList<>(target.command());
        command.set(0, resolveProgram(target));
        try {
            ProcessBuilder builder = new ProcessBuilder(command);
            builder.environment().clear();
            builder.environment().putAll(target.environment());
            if (target.directory() != null) {
                builder.directory(target.directory().toFile());
            }
            return builder.start();
        } catch (IOException | IllegalArgumentException | UnsupportedOperationException e) {
            throw launchFailure(target, "it cannot be run: " + e.getMessage(), e);
        }
    }

    /**
     * Resolves the program on the PATH of its own environment, which Java would not do; nor would Java find a script
     * such as {@code npx.cmd} on Windows.
     */
    private static String resolveProgram(CommandTarget target) {
        Path directory = target.directory();
        if (directory != null && !Files.isDirectory(directory)) {
            throw launchFailure(target, "there is no directory " + directory + " to run it in", null);
        }
        String name = target.command().get(0);
        if (name.indexOf('/') >= 0 || name.indexOf(File.separatorChar) >= 0) {
            return checkPath(target, name);
        }
        String path = environmentVariable(target.environment(), "PATH");
        if (path == null) {
            return name;
        }
        return searchPath(name, path, target.environment(), WINDOWS)
                .orElseThrow(() -> launchFailure(
                        target, "it is not on the PATH. Install it, give its full path, or set PATH for it", null));
    }

    private static String checkPath(CommandTarget target, String name) {
        // On Unix a relative path is resolved in the directory of the child, on Windows in that of this JVM.
        if (WINDOWS) {
            return name;
        }
        Path directory = target.directory();
        File file = directory == null ? new File(name) : directory.resolve(name).toFile();
        if (!file.isFile()) {
            throw launchFailure(target, "the file does not exist", null);
        }
        if (!file.canExecute()) {
            throw launchFailure(
                    target, "it is not executable. Allow it to be executed, or name the program that runs it", null);
        }
        return name;
    }

    /** Returns the first executable file of that name on a PATH; on Windows with one of the usual extensions. */
    public static Optional<String> searchPath(
            String name, String path, Map<String, String> environment, boolean windows) {
        List<String> extensions = windows ? executableExtensions(name, environment) : List.of("");
        return Stream.of(path.split(windows ? ";" : File.pathSeparator, -1))
                .flatMap(folder -> extensions.stream().flatMap(extension -> toCandidatePath(folder, name + extension)))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .map(Path::toString)
                .findFirst();
    }

    private static List<String> executableExtensions(String name, Map<String, String> environment) {
        String pathExt = environmentVariable(environment, "PATHEXT");
        List<String> extensions = List.of((pathExt == null ? ".COM;.EXE;.BAT;.CMD" : pathExt).split(";"));
        String lower = name.toLowerCase(Locale.ROOT);
        return extensions.stream().anyMatch(extension -> lower.endsWith(extension.toLowerCase(Locale.ROOT)))
                ? List.of("")
                : extensions;
    }

    /**
     * Returns the path of that name in a folder, whether or not a file exists there; an empty stream if the folder is
     * empty or the path is invalid.
     */
    private static Stream<Path> toCandidatePath(String folder, String name) {
        try {
            // An empty entry means the working directory: a bare name should not start a program there.
            return folder.isEmpty() ? Stream.empty() : Stream.of(Path.of(folder, name));
        } catch (InvalidPathException e) {
            return Stream.empty();
        }
    }

    private static @Nullable String environmentVariable(Map<String, String> environment, String name) {
        return environment.keySet().stream()
                .filter(key -> WINDOWS ? key.equalsIgnoreCase(name) : key.equals(name))
                .findFirst()
                .map(environment::get)
                .orElse(null);
    }

    private static ConnectionFailedException launchFailure(
            CommandTarget target, String reason, @Nullable Throwable cause) {
        return new ConnectionFailedException(
                "The program " + Excerpts.escapeInvisible(target.label(), MAX_NAME_CHARS) + " could not be started: "
                        + reason,
                cause);
    }
}
