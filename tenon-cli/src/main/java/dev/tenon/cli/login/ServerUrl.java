package dev.tenon.cli.login;

import dev.tenon.cli.argument.ServerAddress;
import dev.tenon.cli.storage.UserFile;
import dev.tenon.oauth.client.FileTokenStore;
import dev.tenon.oauth.client.OAuth;
import dev.tenon.oauth.client.OAuthBuilder;
import dev.tenon.oauth.client.TokenStore;
import java.net.URI;

/** Reads the URL of a server that one logs in to. */
final class ServerUrl {
    private ServerUrl() {}

    static OAuthBuilder oauth(String url) {
        try {
            return OAuth.to(URI.create(url)).clientName("tenon").store(store());
        } catch (IllegalArgumentException e) {
            throw ServerAddress.wrong(url, " Write https://HOST/PATH, or http://127.0.0.1:PORT/PATH.");
        }
    }

    /** Where tokens are kept. */
    static TokenStore store() {
        return FileTokenStore.at(UserFile.path("TENON_TOKENS", "tokens.json"));
    }
}
