package dev.tenon.cli.storage;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** Locates files of the current user. */
public final class UserFileLocator {
    private UserFileLocator() {}

    /** Returns the file in this environment variable, or the file with this name in the user's state directory. */
    public static Path locate(String variable, String name) {
        String override = System.getenv().getOrDefault(variable, "");
        return override.isEmpty() ? stateDirectory().resolve("tenon").resolve(name) : Path.of(override);
    }

    private static Path stateDirectory() {
        Map<String, String> environment = System.getenv();
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        String home = System.getProperty("user.home");
        if (system.startsWith("windows")) {
            return Path.of(environment.getOrDefault("LOCALAPPDATA", home));
        }
        if (system.startsWith("mac")) {
            return Path.of(home, "Library", "Application Support");
        }
        String state = environment.getOrDefault("XDG_STATE_HOME", "");
        return state.isEmpty() ? Path.of(home, ".local", "state") : Path.of(state);
    }
}
