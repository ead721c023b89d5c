package dev.tenon.battery.hostile;

import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A server that behaves but for a misbehaviour, whatever it is spoken to by: one that it always has, one that it was told to
 * have from now on by a call of the tool {@code become}, or one that the request itself asks for.
 */
final class HostileServer {
    /** What is played, if anything, before anything was got. */
    static final String START = "(start)";

    private final Era era;
    private volatile @Nullable Misbehaviour lasting;

    HostileServer(Era era, @Nullable Misbehaviour always) {
        this.era = era;
        this.lasting = always;
    }

    Era era() {
        return era;
    }

    /** Has this from now on, or with null nothing. */
    void become(@Nullable Misbehaviour changed) {
        lasting = changed;
    }

    /** What to do in place of answering well, or null. */
    @Nullable Misbehaviour misbehaviour(Got got) {
        Misbehaviour first = lasting;
        Misbehaviour wished = first == null ? Misbehaviour.named(got.wish()) : first;
        return wished != null && wished.trigger().when.test(got) ? wished : null;
    }

    /** Does whatever is to be done. */
    void answer(Got got, Out out) throws IOException {
        Misbehaviour bad = misbehaviour(got);
        if (bad != null) {
            bad.script().play(got, out);
            return;
        }
        if (got.is("tools/call") && got.names("name", "become")) {
            become(Misbehaviour.named(got.wish()));
            out.message("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
        }
        if (got.id() != null) {
            out.message(Objects.requireNonNull(GoodServer.answer(got)));
        }
    }
}
