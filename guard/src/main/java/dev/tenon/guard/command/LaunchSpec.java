package dev.tenon.guard.command;

import dev.tenon.guard.internal.file.CanonicalJson;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A command exactly as it will be started. Commands that differ in any component need separate approvals.
 *
 * @param command the program and its arguments
 * @param directory the working directory; the empty path for that of the guard
 * @param environment the variables to set, with their values; values may be secret and are never displayed
 * @param inherited the names of the variables that the program inherits from the environment of the guard in addition
 *     to harmless ones, sorted
 * @param sandbox the permissions of its sandbox; empty for no sandbox
 * @param programs the files that are started, absolute: the program, then the interpreter of a script, or the program
 *     that {@code env} starts; empty if not found or not resolved
 */
public record LaunchSpec(
        List<String> command,
        Path directory,
        Map<String, String> environment,
        List<String> inherited,
        Optional<SandboxSettings> sandbox,
        List<Path> programs) {
    public LaunchSpec {
        if (command.isEmpty()) {
            throw new IllegalArgumentException("A command needs a program");
        }
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        inherited = List.copyOf(new TreeSet<>(inherited));
        programs = List.copyOf(programs);
    }

    /** Creates a command whose programs are not resolved. */
    public LaunchSpec(
            List<String> command,
            Path directory,
            Map<String, String> environment,
            List<String> inherited,
            Optional<SandboxSettings> sandbox) {
        this(command, directory, environment, inherited, sandbox, List.of());
    }

    /** Returns this command with the files that are started, resolved in the folders of a search path. */
    LaunchSpec resolvePrograms(String searchPath) {
        List<Path> files = ProgramFinder.findProgramChain(
                command, absoluteDirectory(), searchPath, environment.getOrDefault("PATH", searchPath));
        return new LaunchSpec(command, directory, environment, inherited, sandbox, files);
    }

    /** Returns the file of the program, absolute; empty if it was not found or not resolved. */
    public Optional<Path> program() {
        return programs.stream().findFirst();
    }

    private Path absoluteDirectory() {
        return directory.toAbsolutePath().normalize();
    }

    /**
     * Returns the words to start: the file of the program instead of its name, so that a later lookup cannot find
     * another file.
     */
    public List<String> resolvedCommand() {
        List<String> words = new ArrayList<>(command);
        program().ifPresent(file -> words.set(0, file.toString()));
        return words;
    }

    /**
     * Returns hashes that identify exactly this command: one for this folder and, if the command means the same in
     * every folder, one for all folders.
     */
    public List<String> fingerprints() {
        String here = fingerprint(absoluteDirectory().toString());
        return dependsOnDirectory() ? List.of(here) : List.of(here, fingerprint(""));
    }

    private boolean dependsOnDirectory() {
        Path folder = absoluteDirectory();
        return !directory.toString().isEmpty()
                || command.stream().skip(1).anyMatch(word -> ProgramFinder.containsRelativePath(word, folder));
    }

    private String fingerprint(String folder) {
        JsonWriter out = new JsonWriter().beginObject();
        out.name("command").value(Json.of(command)).fieldUnlessNull("directory", folder);
        // The format predates interpreters: earlier approvals of programs without one stay valid.
        out.fieldUnlessNull("program", programs.stream().map(Path::toString).collect(Collectors.joining("\0")));
        out.name("environment").value(Json.of(environment));
        // Omitted if empty: earlier approvals of programs that inherit nothing stay valid.
        if (!inherited.isEmpty()) {
            out.name("inherited").value(Json.of(inherited));
        }
        sandbox.ifPresent(permissions -> {
            out.name("sandbox").beginObject().fieldUnlessNull("read", toJson(permissions.read()));
            out.fieldUnlessNull("write", toJson(permissions.write()));
            out.fieldUnlessNull("network", permissions.network()).endObject();
        });
        return CanonicalJson.hash(out.endObject().toJson());
    }

    private static Json toJson(List<Path> paths) {
        return Json.of(paths.stream().map(Path::toString).toList());
    }

    /** Returns the command as it would be typed in a shell, with invisible characters escaped. */
    public String shellText() {
        return command.stream().map(LaunchSpec::quote).collect(Collectors.joining(" "));
    }

    private static String quote(String argument) {
        String visible = Excerpts.escapeInvisible(argument, 2_000);
        boolean plain = !visible.isEmpty()
                && visible.chars().allMatch(c -> Character.isLetterOrDigit(c) || "@%+=:,./_-".indexOf(c) >= 0);
        return plain ? visible : "'" + visible.replace("'", "'\\''") + "'";
    }

    private static String describeNames(String label, Collection<String> variables) {
        String names = String.join(", ", variables);
        return variables.isEmpty() ? "" : "\n  " + label + " " + Excerpts.escapeInvisible(names, names.length());
    }

    /**
     * Returns the command with the files that it runs, its folder, the names of its variables, and its risks, one per
     * line.
     */
    public String describe() {
        StringBuilder out = new StringBuilder(shellText());
        programs.forEach(file -> out.append("\n  runs ").append(Excerpts.escapeInvisible(file.toString(), 2_000)));
        out.append("\n  ").append(dependsOnDirectory() ? "in " + absoluteDirectory() : "wherever the guard is started");
        out.append(describeNames("with", new TreeSet<>(environment.keySet())));
        out.append(describeNames("inherits", inherited));
        out.append(sandbox.isPresent() ? "\n  in a sandbox" : "");
        for (CommandRisk risk : CommandRisks.of(command)) {
            out.append("\n  ! ").append(risk);
        }
        return out.toString();
    }
}
