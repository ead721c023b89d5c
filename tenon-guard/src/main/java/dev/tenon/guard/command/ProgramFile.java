package dev.tenon.guard.command;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds what the words of a command stand for in a folder. */
final class ProgramFile {
    private static final List<String> ENDINGS = File.separatorChar == '\\' ? List.of("", ".exe", ".com") : List.of("");
    private static final Pattern BETWEEN_PATHS = Pattern.compile("[\\s='\",;|&()<>]+");
    private static final Pattern DOTS = Pattern.compile("\\.{1,2}([/\\\\].*)?");

    private ProgramFile() {}

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
                    .flatMap(each -> ENDINGS.stream().map(ending -> each.resolve(name + ending)))
                    .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                    .map(Path::normalize)
                    .findFirst();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** Whether a word has a relative path in it: one that begins with dots, or that leads to something in this folder. */
    static boolean isRelative(String word, Path folder) {
        return BETWEEN_PATHS
                .splitAsStream(word)
                .anyMatch(part -> DOTS.matcher(part).matches() || isIn(folder, part));
    }

    private static boolean isIn(Path folder, String part) {
        try {
            return !part.isEmpty() && !Path.of(part).isAbsolute() && Files.exists(folder.resolve(part));
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
