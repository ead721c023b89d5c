package dev.tenon.guard.command;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Walls around a program by bubblewrap: the file system is read-only, the folders where people keep their things are
 * empty but for what is named, and there is no network unless it is allowed. The program ends with the guard.
 */
public final class Bubblewrap {
    private static final String NAME = "bwrap";

    /** Where people, other programs and sockets keep their things: empty for the program. */
    private static final List<Path> HIDDEN = List.of(
            Path.of("/home"),
            Path.of("/root"),
            Path.of("/mnt"),
            Path.of("/media"),
            Path.of("/srv"),
            Path.of("/run"),
            Path.of("/tmp"),
            Path.of("/var/tmp"));

    /** Where a resolver of names keeps its settings: a link leads there from /etc/resolv.conf on many systems. */
    private static final Path RESOLVER = Path.of("/run/systemd/resolve");

    private final Path program;
    private final Path home;
    private final Predicate<Path> exists;

    /** Bubblewrap at that place, for a user with that home. */
    public Bubblewrap(Path program, Path home) {
        this(program, home, Files::exists);
    }

    Bubblewrap(Path program, Path home, Predicate<Path> exists) {
        this.program = program;
        this.home = home;
        this.exists = exists;
    }

    /**
     * Where bubblewrap is, in the folders of a search path such as the variable PATH; empty when it is not installed.
     */
    public static Optional<Path> find(String searchPath) {
        return List.of(searchPath.split(File.pathSeparator)).stream()
                .filter(folder -> folder.startsWith("/"))
                .map(folder -> Path.of(folder).resolve(NAME))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * Bubblewrap, or a refusal: without it nothing is started.
     *
     * @throws SandboxMissingException when it is not installed
     */
    public static Bubblewrap findOrThrow(String searchPath, Path home) {
        return new Bubblewrap(find(searchPath).orElseThrow(SandboxMissingException::new), home);
    }

    /** The command that runs this command within its walls; a command without walls as it is. */
    public List<String> wrap(LaunchSpec line) {
        return line.sandbox().map(walls -> sandboxCommand(line, walls)).orElseGet(line::resolvedCommand);
    }

    private List<String> sandboxCommand(LaunchSpec line, SandboxPermissions walls) {
        List<String> out = new ArrayList<>(List.of(
                program.toString(), "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"));
        if (walls.network()) {
            out.add("--share-net");
        }
        out.addAll(List.of("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"));
        hiddenPaths().forEach(path -> out.addAll(List.of("--tmpfs", path.toString())));
        if (walls.network() && exists.test(RESOLVER)) {
            addBind(out, "--ro-bind", RESOLVER);
        }
        Path directory = line.directory().toAbsolutePath();
        addBind(out, "--ro-bind", directory);
        walls.read().forEach(path -> addBind(out, "--ro-bind", path));
        walls.write().forEach(path -> addBind(out, "--bind", path));
        out.addAll(List.of("--chdir", directory.toString(), "--"));
        out.addAll(line.resolvedCommand());
        return out;
    }

    private List<Path> hiddenPaths() {
        List<Path> hidden = new ArrayList<>(HIDDEN.stream().filter(exists).toList());
        boolean elsewhere = HIDDEN.stream().noneMatch(home::startsWith);
        if (elsewhere && home.getNameCount() > 0 && exists.test(home)) {
            hidden.add(home);
        }
        return hidden;
    }

    private static void addBind(List<String> out, String option, Path path) {
        out.addAll(List.of(option, path.toString(), path.toString()));
    }
}
