package dev.tenon.guard.credentials;

import dev.tenon.http.HeaderNames;
import dev.tenon.server.Authenticator;
import dev.tenon.server.HttpHead;
import dev.tenon.server.Principal;
import dev.tenon.server.PublicPage;
import java.util.List;
import java.util.Set;

/** Lets in whom another lets in, and keeps the token of each for an exchange. What goes on inside the guard has no token. */
record KeepingAuthenticator(Authenticator door, TokenVault vault) implements Authenticator {
    @Override
    public Verdict authenticate(HttpHead head) {
        Verdict verdict = door.authenticate(head);
        if (verdict instanceof Known known && vault.isOpen()) {
            keep(head, known.principal());
        }
        return verdict;
    }

    /** What does not end is a key, and no token that an authorization server gave. */
    private void keep(HttpHead head, Principal caller) {
        String header = head.header(HeaderNames.AUTHORIZATION);
        int scheme = header == null ? -1 : header.strip().indexOf(' ');
        if (header != null && scheme > 0 && caller.expires() != null) {
            vault.keep(Standing.of(caller), header.strip().substring(scheme).strip(), caller.expires());
        }
    }

    @Override
    public Set<String> scopes() {
        return door.scopes();
    }

    @Override
    public Refused forbid(HttpHead head, Principal principal, Set<String> needed) {
        return door.forbid(head, principal, needed);
    }

    @Override
    public List<PublicPage> pages() {
        return door.pages();
    }
}
