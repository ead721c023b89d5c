package dev.tenon.server.internal;

import dev.tenon.server.Authenticator;
import dev.tenon.server.HttpHead;
import dev.tenon.server.Principal;
import dev.tenon.server.Refusal;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What an endpoint wants of every caller, and what it tells one who lacks a scope. */
record Access(Core core, @Nullable Authenticator authenticator, Callers callers) {

    /** The scopes that every request needs. */
    Set<String> base() {
        return authenticator == null ? Set.of() : authenticator.scopes();
    }

    /** Tells the observer of a visit that was refused. */
    void report(HttpHead head, int code, int status, String reason) {
        core.refused(new Refusal("http", head.remoteAddress(), code, status, reason));
    }

    boolean admits(@Nullable Principal caller) {
        return caller == null || caller.may(base());
    }

    /** The answer to a caller who lacks some of the scopes: all that this request needs are named at once. */
    Authenticator.Refused forbid(HttpHead head, @Nullable Principal caller, Set<String> own) {
        if (authenticator == null || caller == null) {
            return new Authenticator.Refused(HttpAnswers.FORBIDDEN, Map.of());
        }
        Set<String> needed = new TreeSet<>(base());
        needed.addAll(own);
        try {
            return authenticator.forbid(head, caller, needed);
        } catch (RuntimeException e) {
            Incidents.log("authorization", e);
            return new Authenticator.Refused(HttpAnswers.FORBIDDEN, Map.of());
        }
    }
}
