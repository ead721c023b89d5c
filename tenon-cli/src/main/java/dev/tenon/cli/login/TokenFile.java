package dev.tenon.cli.login;

import dev.tenon.cli.storage.UserFile;
import dev.tenon.oauth.client.FileTokenStore;
import dev.tenon.oauth.client.TokenStore;

/** Where the command keeps the tokens of its user: the file that {@code TENON_TOKENS} names, or {@code tokens.json}. */
final class TokenFile {
    private TokenFile() {}

    static TokenStore store() {
        return FileTokenStore.at(UserFile.path("TENON_TOKENS", "tokens.json"));
    }
}
