package dev.tenon.guard.command;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Runs programs in a sandbox of bubblewrap: the file system is read-only, folders with personal data are empty except
 * for the paths that are permitted, and the network is unavailable unless permitted. The program ends with the guard.
 */
public final class Bubblewrap {
    /** Folders with data of users, other programs and sockets; empty in the sandbox. */
    private static final List<Path> HIDDEN = Stream.of(
                    "/home", "/root", "/mnt", "/media", "/srv", "/run", "/tmp", "/var/tmp")
            .map(Path::of)
            .toList();

    /** The folder with the settings of the name resolver: /etc/resolv.conf is a link into it on many systems. */
    private static final Path RESOLVER = Path.of("/run/systemd/resolve");

    private final Path program;
    private final Path home;
    private final Predicate<Path> exists;

    /**
     * Creates a sandbox launcher.
     *
     * @param program the bubblewrap program
     * @param home the home folder of the user
     */
    public Bubblewrap(Path program, Path home) {
        this(program, home, Files::exists);
    }

    Bubblewrap(Path program, Path home, Predicate<Path> exists) {
        this.program = program;
        this.home = home;
        this.exists = exists;
    }

    /**
     * Returns the bubblewrap program in the folders of a search path such as the variable PATH; empty if it is not
     * installed.
     */
    public static Optional<Path> find(String searchPath) {
        return Stream.of(searchPath.split(File.pathSeparator))
                .filter(folder -> folder.startsWith("/"))
                .map(folder -> Path.of(folder).resolve("bwrap"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * Returns a sandbox launcher with the bubblewrap program of the search path.
     *
     * @throws SandboxMissingException if bubblewrap is not installed
     */
    public static Bubblewrap findOrThrow(String searchPath, Path home) {
        return new Bubblewrap(find(searchPath).orElseThrow(SandboxMissingException::new), home);
    }

    /** Returns the command that runs this command in its sandbox; the command itself if it has none. */
    public List<String> wrapIfSandboxed(LaunchSpec spec) {
        return spec.sandbox()
                .map(permissions -> sandboxCommand(spec, permissions))
                .orElseGet(spec::resolvedCommand);
    }

    private List<String> sandboxCommand(LaunchSpec spec, SandboxSettings permissions) {
        List<String> out = new ArrayList<>(List.of(
                program.toString(), "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"));
        if (permissions.network()) {
            out.add("--share-net");
        }
        out.addAll(List.of("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"));
        hiddenPaths().forEach(path -> out.addAll(List.of("--tmpfs", path.toString())));
        if (permissions.network() && exists.test(RESOLVER)) {
            addBind(out, "--ro-bind", RESOLVER);
        }
        Path directory = spec.directory().toAbsolutePath();
        addBind(out, "--ro-bind", directory);
        permissions.read().forEach(path -> addBind(out, "--ro-bind", path));
        permissions.write().forEach(path -> addBind(out, "--bind", path));
        out.addAll(List.of("--chdir", directory.toString(), "--"));
        out.addAll(spec.resolvedCommand());
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
