package dev.tenon.cli.login;

import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.oauth.client.Grant;
import dev.tenon.oauth.client.OAuthClient;

/** The tokens of a login, for the commands that call servers. */
public final class LoginTokens {
    private LoginTokens() {}

    /** The same server, called with the tokens that {@code tenon login} got for it, if it did. */
    public static HttpTarget applyTo(HttpTarget target) {
        String url = target.uri().toString();
        try {
            OAuthClient oauth = OAuthClient.builder(target.uri())
                    .grant(new Grant.StoredTokens(url + " wants a login. Run: tenon login " + url
                            + " (or give what it wants with --header Authorization:@FILE)"))
                    .tokenStore(OAuthBuilders.tokenStore())
                    .build();
            return target.withCredentials(oauth);
        } catch (IllegalArgumentException e) {
            // No tokens travel there: it is neither https nor on this machine.
            return target;
        }
    }
}
