package dev.tenon.cli.login;

import dev.tenon.cli.argument.ServerUrlParser;
import dev.tenon.cli.storage.UserFileLocator;
import dev.tenon.oauth.client.FileTokenStore;
import dev.tenon.oauth.client.OAuthClient;
import dev.tenon.oauth.client.OAuthClientBuilder;
import dev.tenon.oauth.client.TokenStore;
import java.net.URI;

/** Creates OAuth client builders for the server of a login. */
final class OAuthBuilders {
    private OAuthBuilders() {}

    static OAuthClientBuilder forServer(String url) {
        try {
            return OAuthClient.builder(URI.create(url)).clientName("tenon").tokenStore(tokenStore());
        } catch (IllegalArgumentException e) {
            throw ServerUrlParser.invalidUrl(url, " Write https://HOST/PATH, or http://127.0.0.1:PORT/PATH.");
        }
    }

    /** Returns the store of the tokens. */
    static TokenStore tokenStore() {
        return FileTokenStore.of(UserFileLocator.locate("TENON_TOKENS", "tokens.json"));
    }
}
