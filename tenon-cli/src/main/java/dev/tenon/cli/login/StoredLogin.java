package dev.tenon.cli.login;

import dev.tenon.client.HttpTarget;
import dev.tenon.oauth.client.Grant;
import dev.tenon.oauth.client.OAuth;

/** The tokens of a login, for the commands that call servers. */
public final class StoredLogin {
    private StoredLogin() {}

    /** The same server, called with the tokens that {@code tenon login} got for it, if it did. */
    public static HttpTarget of(HttpTarget target) {
        String url = target.uri().toString();
        try {
            OAuth oauth = OAuth.to(target.uri())
                    .grant(new Grant.Stored(url + " wants a login. Run: tenon login " + url
                            + " (or give what it wants with --header Authorization:@FILE)"))
                    .store(ServerUrl.store())
                    .build();
            return target.withAuth(oauth);
        } catch (IllegalArgumentException e) {
            // No tokens travel there: it is neither https nor on this machine.
            return target;
        }
    }
}
