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

/** Finds what the words of a command stand for in a folder. */
final class ProgramFinder {
    private static final List<String> EXECUTABLE_EXTENSIONS =
            File.separatorChar == '\\' ? List.of("", ".exe", ".com") : List.of("");
    private static final Pattern BETWEEN_PATHS = Pattern.compile("[\\s='\",;|&()<>]+");
    private static final Pattern DOTS = Pattern.compile("\\.{1,2}([/\\\\].*)?");

    /** Linux reads that much of a script to find its interpreter. */
    private static final int SCRIPT_START = 256;

    private static final int MAX_PROGRAMS = 6;

    private ProgramFinder() {}

    /**
     * The files that are started one after the other for a command, at most 6: its program; then of a script the
     * interpreter that its first line names, and of a wrapper such as {@code env} the program that it starts.
     *
     * @param searchPath the folders to look in for the first
     * @param innerPath the folders in which the program itself looks
     */
    static List<Path> resolveAll(List<String> command, Path folder, String searchPath, String innerPath) {
        List<Path> files = new ArrayList<>();
        List<String> words = command;
        while (!words.isEmpty() && files.size() < MAX_PROGRAMS) {
            Optional<Path> file = find(words.get(0), folder, files.isEmpty() ? searchPath : innerPath);
            if (file.isEmpty()) {
                break;
            }
            files.add(file.get());
            int inner = CommandWrappers.innermostProgramIndex(words);
            words = inner > 0 ? words.subList(inner, words.size()) : readInterpreter(file.get());
        }
        return files;
    }

    /**
     * The words of the line with which a script begins ({@code #!/usr/bin/env node}); empty when the file is no script.
     */
    private static List<String> readInterpreter(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            String start = new String(in.readNBytes(SCRIPT_START), StandardCharsets.UTF_8);
            return start.startsWith("#!")
                    ? List.of(start.lines()
                            .findFirst()
                            .orElseThrow()
                            .substring(2)
                            .strip()
                            .split("\\s+"))
                    : List.of();
        } catch (IOException e) {
            return List.of(); // A program may be run that cannot be read: then it is no script.
        }
    }

    /**
     * The file that is started for a name, as the operating system looks for it; empty when there is none.
     *
     * @param name the first word of the command
     * @param folder where the command runs, absolute
     * @param searchPath the folders to look in, as in the variable PATH
     */
    static Optional<Path> find(String name, Path folder, String searchPath) {
        boolean isPath = name.indexOf('/') >= 0 || name.indexOf(File.separatorChar) >= 0;
        Stream<String> folders = isPath ? Stream.of("") : Stream.of(searchPath.split(File.pathSeparator, -1));
        try {
            return folders.map(folder::resolve)
                    .flatMap(each -> EXECUTABLE_EXTENSIONS.stream().map(ending -> each.resolve(name + ending)))
                    .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                    .map(Path::normalize)
                    .findFirst();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /**
     * Whether a word has a relative path in it: one that begins with dots, or that leads to something in this folder.
     */
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
