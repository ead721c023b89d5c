package dev.tenon.testkit.misbehaviour;

import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A server that behaves correctly except for a misbehaviour, independent of the transport. The misbehaviour is
 * constant, set by a call of the tool {@code become}, or named by the request itself.
 */
final class MisbehavingServer {
    /** The pseudo method that runs before any request was received. */
    static final String START = "(start)";

    private final ProtocolEra era;
    private volatile @Nullable Misbehaviour currentMisbehaviour;

    MisbehavingServer(ProtocolEra era, @Nullable Misbehaviour initial) {
        this.era = era;
        this.currentMisbehaviour = initial;
    }

    ProtocolEra era() {
        return era;
    }

    /** Sets the misbehaviour; null removes it. */
    void setMisbehaviour(@Nullable Misbehaviour misbehaviour) {
        currentMisbehaviour = misbehaviour;
    }

    /** Returns the misbehaviour for a request, or null for the correct response. */
    @Nullable Misbehaviour misbehaviourFor(ReceivedRequest request) {
        Misbehaviour fixed = currentMisbehaviour;
        Misbehaviour selected = fixed == null ? Misbehaviour.findByName(request.requestedMisbehaviour()) : fixed;
        return selected != null && selected.trigger().condition.test(request) ? selected : null;
    }

    /** Responds to a request, correctly or not. */
    void respond(ReceivedRequest request, MessageOutput out) throws IOException {
        Misbehaviour misbehaviour = misbehaviourFor(request);
        if (misbehaviour != null) {
            misbehaviour.script().run(request, out);
            return;
        }
        if (request.isMethod("tools/call") && request.hasText("name", "become")) {
            setMisbehaviour(Misbehaviour.findByName(request.requestedMisbehaviour()));
            out.writeMessage("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
        }
        if (request.id() != null) {
            out.writeMessage(Objects.requireNonNull(WellBehavedServer.respond(request)));
        }
    }
}
