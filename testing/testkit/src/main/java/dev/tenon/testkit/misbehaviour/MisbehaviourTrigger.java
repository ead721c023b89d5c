package dev.tenon.testkit.misbehaviour;

import java.util.function.Predicate;

/** The action of a client that triggers a misbehaviour. */
public enum MisbehaviourTrigger {
    /** The client connects. */
    CONNECT(request -> request.isMethod("initialize")
            || (request.isMethod("server/discover") && request.era() == ProtocolEra.STATELESS)),
    /** The client starts the server, over stdio: the misbehaviour precedes any request. */
    START(request -> request.isMethod(MisbehavingServer.START)),
    /** The client calls the tool {@code bad}. */
    CALL(request -> request.isMethod("tools/call") && request.hasText("name", "bad")),
    /** The client lists the tools, and calls the tool {@code bad}. */
    LIST_AND_CALL(request -> request.isMethod("tools/list") || CALL.condition.test(request)),
    /** The client lists the tools. */
    LIST(request -> request.isMethod("tools/list")),
    /** The client reads a resource below {@code test://bad/}. */
    READ(request -> request.isMethod("resources/read") && request.text("uri").startsWith("test://bad/")),
    /** The client gets the prompt {@code bad}. */
    PROMPT(request -> request.isMethod("prompts/get") && request.hasText("name", "bad"));

    final Predicate<ReceivedRequest> condition;

    /** Returns whether the trigger is a list, which clients also fetch on their own. */
    public boolean isListing() {
        return this == LIST || this == LIST_AND_CALL;
    }

    /** Returns whether the triggering request can name the misbehaviour, so that one server can serve several cases. */
    public boolean canNameMisbehaviour() {
        return this == CALL || this == READ || this == PROMPT;
    }

    /** Returns whether the trigger precedes all calls. */
    public boolean isBeforeCalls() {
        return this == CONNECT || this == START;
    }

    MisbehaviourTrigger(Predicate<ReceivedRequest> condition) {
        this.condition = condition;
    }
}
