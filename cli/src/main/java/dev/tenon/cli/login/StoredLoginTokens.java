package dev.tenon.cli.login;

import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.oauth.client.Grant;
import dev.tenon.oauth.client.OAuthClient;

/** Provides stored tokens to the commands that call servers. */
public final class StoredLoginTokens {
    private StoredLoginTokens() {}

    /** Returns the target with the tokens that {@code tenon login} stored for it, if there are any. */
    public static HttpTarget attachTo(HttpTarget target) {
        String url = target.uri().toString();
        try {
            OAuthClient oauth = OAuthClient.builder(target.uri())
                    .grant(new Grant.StoredTokens(url + " requires a login. Run: tenon login " + url
                            + " (or send credentials with --header Authorization:@FILE)"))
                    .tokenStore(OAuthBuilders.tokenStore())
                    .build();
            return target.withCredentials(oauth);
        } catch (IllegalArgumentException e) {
            // Tokens are only sent over https or to this machine.
            return target;
        }
    }
}
