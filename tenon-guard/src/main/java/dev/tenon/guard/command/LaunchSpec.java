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
 * Exactly what would be run. Two that differ in anything are approved each for itself.
 *
 * @param command the program and its arguments
 * @param directory where it runs; the empty path for wherever the guard is started
 * @param environment the variables that it gets with these values; they may be secret and are never shown
 * @param inherited the names of the variables that it gets from the guard's environment beside harmless ones, sorted
 * @param sandbox the walls around it, if any
 * @param programs the files that are started, absolute: the one that the first word stands for, then the interpreter of
 *     a script, or what {@code env} starts; empty when there is none or it was not looked for
 */
public record LaunchSpec(
        List<String> command,
        Path directory,
        Map<String, String> environment,
        List<String> inherited,
        Optional<SandboxPermissions> sandbox,
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

    /** A command whose program was not looked for. */
    public LaunchSpec(
            List<String> command,
            Path directory,
            Map<String, String> environment,
            List<String> inherited,
            Optional<SandboxPermissions> sandbox) {
        this(command, directory, environment, inherited, sandbox, List.of());
    }

    /** With the files that are started, looked for in the folders of that search path. */
    LaunchSpec resolvePrograms(String searchPath) {
        List<Path> files = ProgramFinder.resolveAll(
                command, absoluteDirectory(), searchPath, environment.getOrDefault("PATH", searchPath));
        return new LaunchSpec(command, directory, environment, inherited, sandbox, files);
    }

    /** The file that the first word stands for, absolute; empty when there is none or it was not looked for. */
    public Optional<Path> program() {
        return programs.stream().findFirst();
    }

    private Path absoluteDirectory() {
        return directory.toAbsolutePath().normalize();
    }

    /**
     * The words to start it with: the file of the program in place of its name, so that nothing else can be found
     * meanwhile.
     */
    public List<String> resolvedCommand() {
        List<String> words = new ArrayList<>(command);
        program().ifPresent(file -> words.set(0, file.toString()));
        return words;
    }

    /**
     * Hashes of which each stands for exactly this and nothing else: one for this folder, and, where the command means
     * the same in every folder, one for all of them.
     */
    public List<String> fingerprints() {
        String here = fingerprint(absoluteDirectory().toString());
        return dependsOnDirectory() ? List.of(here) : List.of(here, fingerprint(""));
    }

    private boolean dependsOnDirectory() {
        boolean named = !directory.toString().isEmpty();
        return named
                || command.stream()
                        .skip(1)
                        .anyMatch(word -> ProgramFinder.containsRelativePath(word, absoluteDirectory()));
    }

    private String fingerprint(String folder) {
        JsonWriter out = new JsonWriter().beginObject();
        out.name("command").value(Json.of(command)).field("directory", folder);
        // As it was before interpreters were looked for: an approval of a program without one counts on.
        out.field("program", programs.stream().map(Path::toString).collect(Collectors.joining("\0")));
        out.name("environment").value(Json.of(environment));
        // As it was before this was a part of it: an approval of a program that inherits nothing counts on.
        if (!inherited.isEmpty()) {
            out.name("inherited").value(Json.of(inherited));
        }
        sandbox.ifPresent(walls -> out.name("sandbox")
                .value(Json.of(Map.of(
                        "read",
                        toStrings(walls.read()),
                        "write",
                        toStrings(walls.write()),
                        "network",
                        walls.network()))));
        return CanonicalJson.hash(out.endObject().toJson());
    }

    private static List<String> toStrings(List<Path> paths) {
        return paths.stream().map(Path::toString).toList();
    }

    /** The command as one would type it, for a person to read: whatever is invisible is written as an escape. */
    public String shellText() {
        return command.stream().map(LaunchSpec::quote).collect(Collectors.joining(" "));
    }

    private static String quote(String argument) {
        String visible = Excerpts.escapeInvisible(argument, 2_000);
        boolean plain = !visible.isEmpty() && visible.chars().allMatch(c -> isPlain((char) c));
        return plain ? visible : "'" + visible.replace("'", "'\\''") + "'";
    }

    private static boolean isPlain(char c) {
        return Character.isLetterOrDigit(c) || "@%+=:,./_-".indexOf(c) >= 0;
    }

    private static String describeNames(String what, Collection<String> variables) {
        String names = String.join(", ", variables);
        return variables.isEmpty() ? "" : "\n  " + what + " " + Excerpts.escapeInvisible(names, names.length());
    }

    /**
     * The command with the file that it runs, where it runs, the names of its variables, and its dangerous parts, a
     * line for each.
     */
    public String describe() {
        StringBuilder shown = new StringBuilder(shellText());
        programs.forEach(file -> shown.append("\n  runs ").append(Excerpts.escapeInvisible(file.toString(), 2_000)));
        shown.append("\n  ")
                .append(dependsOnDirectory() ? "in " + absoluteDirectory() : "wherever the guard is started");
        shown.append(describeNames("with", new TreeSet<>(environment.keySet())));
        shown.append(describeNames("inherits", inherited));
        shown.append(sandbox.isPresent() ? "\n  in a sandbox" : "");
        for (CommandRisk risk : CommandRisks.of(command)) {
            shown.append("\n  ! ").append(risk);
        }
        return shown.toString();
    }
}
