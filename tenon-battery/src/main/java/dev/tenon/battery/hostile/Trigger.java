package dev.tenon.battery.hostile;

import java.util.function.Predicate;

/** What a client does that a server misbehaves on. */
public enum Trigger {
    /** Connects. */
    CONNECT(got -> got.is("initialize") || (got.is("server/discover") && got.era() == Era.STATELESS)),
    /** Starts the server, by stdio: it misbehaves before it was asked anything. */
    START(got -> got.is(HostileServer.START)),
    /** Calls the tool {@code bad}. */
    CALL(got -> got.is("tools/call") && got.names("name", "bad")),
    /** Lists the tools, and calls the tool {@code bad}. */
    LIST_AND_CALL(got -> got.is("tools/list") || CALL.when.test(got)),
    /** Lists the tools. */
    LIST(got -> got.is("tools/list")),
    /** Reads a resource below {@code test://bad/}. */
    READ(got -> got.is("resources/read") && got.text("uri").startsWith("test://bad/")),
    /** Gets the prompt {@code bad}. */
    PROMPT(got -> got.is("prompts/get") && got.names("name", "bad"));

    final Predicate<Got> when;

    /** Whether it is a list, which is fetched by more than those who look at it. */
    public boolean isListing() {
        return this == LIST || this == LIST_AND_CALL;
    }

    /** Whether what triggers it can name the misbehaviour, so that one server can show many. */
    public boolean isNamed() {
        return this == CALL || this == READ || this == PROMPT;
    }

    /** Whether it is before any call. */
    public boolean isAtBeginning() {
        return this == CONNECT || this == START;
    }

    Trigger(Predicate<Got> when) {
        this.when = when;
    }
}
