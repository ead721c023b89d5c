package dev.tenon.testkit.misbehaviour;

import java.util.function.Predicate;

/** What a client does that a server misbehaves on. */
public enum MisbehaviourTrigger {
    /** Connects. */
    CONNECT(got ->
            got.isMethod("initialize") || (got.isMethod("server/discover") && got.era() == ProtocolEra.STATELESS)),
    /** Starts the server, by stdio: it misbehaves before it was asked anything. */
    START(got -> got.isMethod(MisbehavingServer.START)),
    /** Calls the tool {@code bad}. */
    CALL(got -> got.isMethod("tools/call") && got.hasText("name", "bad")),
    /** Lists the tools, and calls the tool {@code bad}. */
    LIST_AND_CALL(got -> got.isMethod("tools/list") || CALL.condition.test(got)),
    /** Lists the tools. */
    LIST(got -> got.isMethod("tools/list")),
    /** Reads a resource below {@code test://bad/}. */
    READ(got -> got.isMethod("resources/read") && got.text("uri").startsWith("test://bad/")),
    /** Gets the prompt {@code bad}. */
    PROMPT(got -> got.isMethod("prompts/get") && got.hasText("name", "bad"));

    final Predicate<ReceivedRequest> condition;

    /** Whether it is a list, which is fetched by more than those who look at it. */
    public boolean isListing() {
        return this == LIST || this == LIST_AND_CALL;
    }

    /** Whether what triggers it can name the misbehaviour, so that one server can show many. */
    public boolean canNameMisbehaviour() {
        return this == CALL || this == READ || this == PROMPT;
    }

    /** Whether it is before any call. */
    public boolean isBeforeCalls() {
        return this == CONNECT || this == START;
    }

    MisbehaviourTrigger(Predicate<ReceivedRequest> when) {
        this.condition = when;
    }
}
