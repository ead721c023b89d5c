package dev.tenon.cli.storage;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Locates files of the current user. */
public final class UserFileLocator {
    private static final String DIRECTORY = "tenon";

    private UserFileLocator() {}

    /** Returns the file in this environment variable, or the file with this name in the user's state directory. */
    public static Path locate(String variable, String name) {
        return locate(
                variable, name, System.getenv(), System.getProperty("os.name", ""), System.getProperty("user.home"));
    }

    /** Like {@link #locate(String, String)}, for another environment, operating system and home directory. */
    public static Path locate(
            String variable, String name, Map<String, String> environment, String system, String home) {
        String override = environment.getOrDefault(variable, "");
        if (!override.isEmpty()) {
            return Path.of(override);
        }
        return stateDirectory(environment, system.toLowerCase(Locale.ROOT), home)
                .resolve(DIRECTORY)
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
