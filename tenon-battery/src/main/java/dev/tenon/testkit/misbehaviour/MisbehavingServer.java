package dev.tenon.testkit.misbehaviour;

import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A server that behaves but for a misbehaviour, whatever it is spoken to by: one that it always has, one that it was
 * told to have from now on by a call of the tool {@code become}, or one that the request itself asks for.
 */
final class MisbehavingServer {
    /** What is played, if anything, before anything was got. */
    static final String START = "(start)";

    private final ProtocolEra era;
    private volatile @Nullable Misbehaviour currentMisbehaviour;

    MisbehavingServer(ProtocolEra era, @Nullable Misbehaviour always) {
        this.era = era;
        this.currentMisbehaviour = always;
    }

    ProtocolEra era() {
        return era;
    }

    /** Has this from now on, or with null nothing. */
    void setMisbehaviour(@Nullable Misbehaviour changed) {
        currentMisbehaviour = changed;
    }

    /** What to do in place of answering well, or null. */
    @Nullable Misbehaviour misbehaviourFor(ReceivedRequest got) {
        Misbehaviour first = currentMisbehaviour;
        Misbehaviour wished = first == null ? Misbehaviour.findByName(got.requestedMisbehaviour()) : first;
        return wished != null && wished.trigger().condition.test(got) ? wished : null;
    }

    /** Does whatever is to be done. */
    void respond(ReceivedRequest got, MessageOutput out) throws IOException {
        Misbehaviour bad = misbehaviourFor(got);
        if (bad != null) {
            bad.script().run(got, out);
            return;
        }
        if (got.isMethod("tools/call") && got.hasText("name", "become")) {
            setMisbehaviour(Misbehaviour.findByName(got.requestedMisbehaviour()));
            out.writeMessage("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
        }
        if (got.id() != null) {
            out.writeMessage(Objects.requireNonNull(WellBehavedServer.respond(got)));
        }
    }
}
