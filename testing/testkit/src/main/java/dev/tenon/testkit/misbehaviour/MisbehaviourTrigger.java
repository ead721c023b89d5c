package dev.tenon.testkit.misbehaviour;

import java.util.function.Predicate;

/** The action of a client that triggers a misbehaviour. */
public enum MisbehaviourTrigger {
    /** The client connects. */
    CONNECT(got ->
            got.isMethod("initialize") || (got.isMethod("server/discover") && got.era() == ProtocolEra.STATELESS)),
    /** The client starts the server, over stdio: the misbehaviour precedes any request. */
    START(got -> got.isMethod(MisbehavingServer.START)),
    /** The client calls the tool {@code bad}. */
    CALL(got -> got.isMethod("tools/call") && got.hasText("name", "bad")),
    /** The client lists the tools, and calls the tool {@code bad}. */
    LIST_AND_CALL(got -> got.isMethod("tools/list") || CALL.condition.test(got)),
    /** The client lists the tools. */
    LIST(got -> got.isMethod("tools/list")),
    /** The client reads a resource below {@code test://bad/}. */
    READ(got -> got.isMethod("resources/read") && got.text("uri").startsWith("test://bad/")),
    /** The client gets the prompt {@code bad}. */
    PROMPT(got -> got.isMethod("prompts/get") && got.hasText("name", "bad"));

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
