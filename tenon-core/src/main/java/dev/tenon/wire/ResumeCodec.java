package dev.tenon.wire;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.ResumableParams;
import dev.tenon.model.Revision;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a client brings back when it sends a request again, in 2026-07-28. Before, these members mean nothing. */
final class ResumeCodec {
    private final boolean carried;

    ResumeCodec(Revision revision) {
        carried = revision.isStateless();
    }

    void members(JsonWriter out, ResumableParams it) {
        if (carried) {
            Write.byNameIfAny(out, "inputResponses", it.inputResponses());
            out.field("requestState", it.requestState());
        }
    }

    /** What does not fit is found when it is asked for: entries that nobody expects are ignored. */
    Map<String, Json> responses(Fields in) {
        return carried ? in.membersOrEmpty("inputResponses") : Map.of();
    }

    @Nullable String state(Fields in) {
        return carried ? in.textOrNull("requestState") : null;
    }
}
