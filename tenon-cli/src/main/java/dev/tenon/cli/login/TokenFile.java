package dev.tenon.cli.login;

import dev.tenon.oauth.client.FileTokenStore;
import dev.tenon.oauth.client.TokenStore;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Where the command keeps the tokens of its user. */
final class TokenFile {
    private static final String VARIABLE = "TENON_TOKENS";
    private static final Path NAME = Path.of("tenon", "tokens.json");

    private TokenFile() {}

    static TokenStore store() {
        return FileTokenStore.at(
                path(System.getenv(), System.getProperty("os.name", ""), System.getProperty("user.home")));
    }

    /** The file that {@code TENON_TOKENS} names, or the one where the operating system keeps such things. */
    static Path path(Map<String, String> environment, String system, String home) {
        String named = environment.getOrDefault(VARIABLE, "");
        if (!named.isEmpty()) {
            return Path.of(named);
        }
        String os = system.toLowerCase(Locale.ROOT);
        if (os.startsWith("windows")) {
            return Path.of(Optional.ofNullable(environment.get("LOCALAPPDATA")).orElse(home))
                    .resolve(NAME);
        }
        if (os.startsWith("mac")) {
            return Path.of(home, "Library", "Application Support").resolve(NAME);
        }
        String state = environment.getOrDefault("XDG_STATE_HOME", "");
        return (state.isEmpty() ? Path.of(home, ".local", "state") : Path.of(state)).resolve(NAME);
    }
}
