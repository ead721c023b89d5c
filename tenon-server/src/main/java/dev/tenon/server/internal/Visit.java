package dev.tenon.server.internal;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.server.Authenticator;
import dev.tenon.server.HttpHead;
import dev.tenon.server.HttpReply;
import dev.tenon.server.Principal;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One HTTP request that was let in. */
record Visit(HttpHead head, @Nullable Principal principal, HttpReply reply, Access access) {
    /** Whether the visitor has what every request needs. */
    boolean mayEnter() {
        return access.admits(principal);
    }

    /** Returns the key of the share that the visitor takes from. */
    String caller() {
        return access.callers().of(head, principal);
    }

    /** The visitor as the one who sends what is in the body, and takes from the share with that key. */
    MessageRouter.Sender sender(String caller) {
        return new MessageRouter.Sender(
                "http", head::remoteAddress, caller, principal, access.base(), null, head.headers());
    }

    /** What the visitor is told who lacks some of these scopes, or of those that every request needs. */
    Authenticator.Refused forbid(Set<String> own) {
        return access.forbid(head, principal, own);
    }

    /** Refuses the visit: the observer learns of it as well. */
    void refuse(int status, RpcError error, @Nullable RequestId id) {
        access.report(head, error.code(), status, error.message());
        HttpAnswers.error(reply, status, error, id);
    }

    /** Answers that the visitor lacks a scope that every request needs. */
    void refuseEntry() {
        Authenticator.Refused refused = forbid(Set.of());
        access.report(head, ErrorCode.FORBIDDEN, refused.status(), "a scope is lacking");
        HttpAnswers.empty(reply, refused.status(), refused.headers());
    }
}
