package dev.tenon.guard.joint;

import dev.tenon.json.Json;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The one member that a request is for: the prefix in the name of a tool or prompt says which, and does not go there. To one that
 * stands alone every request goes as it is, but for those that change what a session keeps at its members.
 *
 * @param params of the request, with the member's own name
 */
record Recipient(Seat seat, Json params) {
    /** What a session keeps at its members: it is known here, to be done anew at those that come. */
    private static final Set<Method<?, ?>> KEPT = Set.of(Methods.SUBSCRIBE, Methods.UNSUBSCRIBE, Methods.SET_LEVEL);

    /** Returns who the request is for; null when it changes what is kept, several may have to be asked, or no member has that name. */
    static @Nullable Recipient of(Method<?, ?> method, Json params, Seats seats) {
        Seat alone = seats.alone();
        if (alone != null) {
            return KEPT.contains(method) ? null : new Recipient(alone, params);
        }
        if (method.equals(Methods.CALL_TOOL) || method.equals(Methods.GET_PROMPT)) {
            return named(params, seats);
        }
        Json ref = method.equals(Methods.COMPLETE) ? params.get("ref") : null;
        Recipient prompts = ref == null || isResource(ref) ? null : named(ref, seats);
        return prompts == null ? null : new Recipient(prompts.seat(), params.with("ref", prompts.params()));
    }

    private static @Nullable Recipient named(Json object, Seats seats) {
        String name = object.string("name");
        Seat seat = name == null ? null : seats.of(name);
        if (name == null || seat == null) {
            return null;
        }
        String own = seat.own(name);
        return new Recipient(seat, own.equals(name) ? object : object.with("name", Json.of(own)));
    }

    /** Whether a completion is about a resource, and not about a prompt. */
    static boolean isResource(Json ref) {
        return "ref/resource".equals(ref.string("type"));
    }
}
