package dev.tenon.cli.storage;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A file of the user that the command runs for. */
public final class UserFileLocator {
    private static final String FOLDER = "tenon";

    private UserFileLocator() {}

    /** The file that this variable names, or one of that name where the operating system keeps such things. */
    public static Path locate(String variable, String name) {
        return locate(
                variable, name, System.getenv(), System.getProperty("os.name", ""), System.getProperty("user.home"));
    }

    /** The same with another environment, operating system and home folder. */
    public static Path locate(
            String variable, String name, Map<String, String> environment, String system, String home) {
        String named = environment.getOrDefault(variable, "");
        if (!named.isEmpty()) {
            return Path.of(named);
        }
        return stateDirectory(environment, system.toLowerCase(Locale.ROOT), home)
                .resolve(FOLDER)
                .resolve(name);
    }

    private static Path stateDirectory(Map<String, String> environment, String system, String home) {
        if (system.startsWith("windows")) {
            return Path.of(Optional.ofNullable(environment.get("LOCALAPPDATA")).orElse(home));
        }
        if (system.startsWith("mac")) {
            return Path.of(home, "Library", "Application Support");
        }
        String state = environment.getOrDefault("XDG_STATE_HOME", "");
        return state.isEmpty() ? Path.of(home, ".local", "state") : Path.of(state);
    }
}
