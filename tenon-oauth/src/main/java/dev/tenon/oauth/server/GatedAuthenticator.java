package dev.tenon.oauth.server;

import dev.tenon.server.Authenticator;
import dev.tenon.server.HttpHead;
import dev.tenon.server.Principal;
import java.util.Set;

/** A gate, and nothing around it. */
record GatedAuthenticator(TokenGate gate) implements Authenticator {
    @Override
    public Verdict authenticate(HttpHead head) {
        return gate.authenticate(head);
    }

    @Override
    public Refused forbid(HttpHead head, Principal principal, Set<String> needed) {
        return gate.forbid(head, principal, needed);
    }
}
