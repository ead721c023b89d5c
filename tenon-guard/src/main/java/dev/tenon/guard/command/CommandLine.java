package dev.tenon.guard.command;

import dev.tenon.guard.file.Canonical;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.json.Quote;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Exactly what would be run. Two that differ in anything are approved each for itself.
 *
 * @param command the program and its arguments
 * @param directory where it runs; the empty path for wherever the guard is started
 * @param environment the variables that it gets with these values; they may be secret and are never shown
 * @param sandbox the walls around it, if any
 */
public record CommandLine(
        List<String> command, Path directory, Map<String, String> environment, Optional<Sandbox> sandbox) {
    public CommandLine {
        if (command.isEmpty()) {
            throw new IllegalArgumentException("A command needs a program");
        }
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /** A hash that is the same for the same, and different for anything else. */
    public String fingerprint() {
        JsonWriter out = new JsonWriter().object();
        out.name("command").value(Json.of(command)).field("directory", directory.toString());
        out.name("environment").value(Json.of(environment));
        sandbox.ifPresent(walls -> out.name("sandbox")
                .value(Json.of(Map.of(
                        "read", texts(walls.read()), "write", texts(walls.write()), "network", walls.network()))));
        return Canonical.hash(out.endObject().toJson());
    }

    private static List<String> texts(List<Path> paths) {
        return paths.stream().map(Path::toString).toList();
    }

    /** The command as one would type it, for a person to read: whatever is invisible is written as an escape. */
    public String text() {
        return command.stream().map(CommandLine::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String argument) {
        String visible = Quote.visible(argument, 2_000);
        boolean plain = !visible.isEmpty() && visible.chars().allMatch(c -> isPlain((char) c));
        return plain ? visible : "'" + visible.replace("'", "'\\''") + "'";
    }

    private static boolean isPlain(char c) {
        return Character.isLetterOrDigit(c) || "@%+=:,./_-".indexOf(c) >= 0;
    }

    /** The command with where it runs, the names of its variables, and its dangerous parts, a line for each. */
    public String shown() {
        String where = directory.toString().isEmpty() ? "wherever the guard is started" : "in " + directory;
        StringBuilder shown = new StringBuilder(text()).append("\n  ").append(where);
        if (!environment.isEmpty()) {
            shown.append("\n  with ").append(String.join(", ", new TreeMap<>(environment).keySet()));
        }
        shown.append(sandbox.isPresent() ? "\n  in a sandbox" : "");
        for (CommandRisk risk : CommandRisks.of(command)) {
            shown.append("\n  ! ").append(risk);
        }
        return shown.toString();
    }
}
