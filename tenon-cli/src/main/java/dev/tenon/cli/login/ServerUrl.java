package dev.tenon.cli.login;

import dev.tenon.cli.argument.ServerAddress;
import dev.tenon.oauth.client.OAuth;
import dev.tenon.oauth.client.OAuthBuilder;
import java.net.URI;

/** Reads the URL of a server that one logs in to. */
final class ServerUrl {
    private ServerUrl() {}

    static OAuthBuilder oauth(String url) {
        try {
            return OAuth.to(URI.create(url)).clientName("tenon").store(TokenFile.store());
        } catch (IllegalArgumentException e) {
            throw ServerAddress.wrong(url, " Write https://HOST/PATH, or http://127.0.0.1:PORT/PATH.");
        }
    }
}
