package dev.tenon.cli.login;

import dev.tenon.cli.argument.ServerUrlParser;
import dev.tenon.cli.storage.UserFileLocator;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.oauth.client.FileTokenStore;
import dev.tenon.oauth.client.Grant;
import dev.tenon.oauth.client.OAuthClient;
import dev.tenon.oauth.client.OAuthClientBuilder;
import dev.tenon.oauth.client.TokenStore;
import java.net.URI;

/** Creates OAuth clients that share the stored tokens of the user. */
public final class OAuthClientFactory {
    private OAuthClientFactory() {}

    /** Returns a builder for a login to this server. */
    static OAuthClientBuilder createBuilder(String url) {
        try {
            return OAuthClient.builder(URI.create(url)).clientName("tenon").tokenStore(tokenStore());
        } catch (IllegalArgumentException e) {
            throw ServerUrlParser.invalidUrl(url, " Write https://HOST/PATH, or http://127.0.0.1:PORT/PATH.");
        }
    }

    /**
     * Returns the target with credentials that use the tokens that {@code tenon login} stored for it. Without stored
     * tokens, a response that requires a login leads to an exception that says how to log in. Returns the target
     * unchanged if tokens must not be sent to its URL, such as plain HTTP to another machine.
     */
    public static HttpTarget attachStoredTokens(HttpTarget target) {
        String url = target.uri().toString();
        try {
            OAuthClient oauth = OAuthClient.builder(target.uri())
                    .grant(new Grant.StoredTokens(url + " requires a login. Run: tenon login " + url
                            + " (or send credentials with --header Authorization:@FILE)"))
                    .tokenStore(tokenStore())
                    .build();
            return target.withCredentials(oauth);
        } catch (IllegalArgumentException e) {
            // Tokens are only sent over https or to this machine.
            return target;
        }
    }

    private static TokenStore tokenStore() {
        return FileTokenStore.of(UserFileLocator.locate("TENON_TOKENS", "tokens.json"));
    }
}
