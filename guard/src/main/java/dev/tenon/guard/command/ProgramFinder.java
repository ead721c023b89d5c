package dev.tenon.guard.command;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the files that the words of a command refer to. */
final class ProgramFinder {
    private static final List<String> EXECUTABLE_EXTENSIONS =
            File.separatorChar == '\\' ? List.of("", ".exe", ".com") : List.of("");
    private static final Pattern BETWEEN_PATHS = Pattern.compile("[\\s='\",;|&()<>]+");
    private static final Pattern DOTS = Pattern.compile("\\.{1,2}([/\\\\].*)?");

    /** The number of bytes of a script that Linux reads to find its interpreter. */
    private static final int SCRIPT_START = 256;

    private static final int MAX_PROGRAMS = 6;

    private ProgramFinder() {}

    /**
     * Returns the files that are started in sequence for a command, at most 6: its program; then the
     * interpreter that the first line of a script names, or the program that a wrapper such as {@code env} starts.
     *
     * @param searchPath the folders to search for the first file
     * @param innerPath the folders that the program itself searches
     */
    static List<Path> findProgramChain(List<String> command, Path folder, String searchPath, String innerPath) {
        List<Path> files = new ArrayList<>();
        List<String> words = command;
        while (!words.isEmpty() && files.size() < MAX_PROGRAMS) {
            Optional<Path> file = find(words.get(0), folder, files.isEmpty() ? searchPath : innerPath);
            if (file.isEmpty()) {
                break;
            }
            files.add(file.get());
            int inner = WrappedProgramFinder.innermostProgramIndex(words);
            words = inner > 0 ? words.subList(inner, words.size()) : readInterpreter(file.get());
        }
        return files;
    }

    /**
     * Returns the words of the first line of a script ({@code #!/usr/bin/env node}); empty if the file is not a script.
     */
    private static List<String> readInterpreter(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            String start = new String(in.readNBytes(SCRIPT_START), StandardCharsets.UTF_8);
            String firstLine = start.split("[\r\n]", 2)[0];
            return firstLine.startsWith("#!")
                    ? List.of(firstLine.substring(2).strip().split("\\s+"))
                    : List.of();
        } catch (IOException e) {
            return List.of(); // An executable file may be unreadable; then it is not a script.
        }
    }

    /**
     * Returns the file that the operating system starts for a name; empty if it is missing.
     *
     * @param name the first word of the command
     * @param folder the working directory of the command, absolute
     * @param searchPath the folders to search, as in the variable PATH
     */
    static Optional<Path> find(String name, Path folder, String searchPath) {
        boolean isPath = name.indexOf('/') >= 0 || name.indexOf(File.separatorChar) >= 0;
        Stream<String> folders = isPath ? Stream.of("") : Stream.of(searchPath.split(File.pathSeparator, -1));
        try {
            return folders.map(folder::resolve)
                    .flatMap(each -> EXECUTABLE_EXTENSIONS.stream().map(extension -> each.resolve(name + extension)))
                    .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                    .map(Path::normalize)
                    .findFirst();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** Returns whether a word contains a relative path: one that begins with dots, or that exists in this folder. */
    static boolean containsRelativePath(String word, Path folder) {
        return BETWEEN_PATHS
                .splitAsStream(word)
                .anyMatch(part -> DOTS.matcher(part).matches() || existsIn(folder, part));
    }

    private static boolean existsIn(Path folder, String part) {
        try {
            return !part.isEmpty() && !Path.of(part).isAbsolute() && Files.exists(folder.resolve(part));
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
