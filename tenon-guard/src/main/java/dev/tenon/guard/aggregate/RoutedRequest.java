package dev.tenon.guard.aggregate;

import dev.tenon.json.Json;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request that is routed to one member, by the prefix in the name of a tool or prompt. The member gets the name
 * without the prefix. A member that stands alone gets every request as it is, except those that change what a session
 * keeps at its members.
 *
 * @param params of the request, with the member's own name
 */
record RoutedRequest(MemberState member, Json params) {
    /** What a session keeps at its members: it is known here, to be done anew at those that come. */
    private static final Set<Method<?, ?>> SESSION_STATE_METHODS =
            Set.of(Methods.SUBSCRIBE, Methods.UNSUBSCRIBE, Methods.SET_LEVEL);

    /**
     * Routes a request; null when it changes what is kept, several members may have to be asked, or no member has that
     * name.
     */
    static @Nullable RoutedRequest route(Method<?, ?> method, Json params, MemberStates seats) {
        MemberState alone = seats.soleMember();
        if (alone != null) {
            return SESSION_STATE_METHODS.contains(method) ? null : new RoutedRequest(alone, params);
        }
        if (method.equals(Methods.CALL_TOOL) || method.equals(Methods.GET_PROMPT)) {
            return routeByName(params, seats);
        }
        Json ref = method.equals(Methods.COMPLETE) ? params.get("ref") : null;
        RoutedRequest prompts = ref == null || isResourceReference(ref) ? null : routeByName(ref, seats);
        return prompts == null ? null : new RoutedRequest(prompts.member(), params.withMember("ref", prompts.params()));
    }

    private static @Nullable RoutedRequest routeByName(Json object, MemberStates seats) {
        String name = object.string("name");
        MemberState seat = name == null ? null : seats.of(name);
        if (name == null || seat == null) {
            return null;
        }
        String own = seat.originalName(name);
        return new RoutedRequest(seat, own.equals(name) ? object : object.withMember("name", Json.of(own)));
    }

    /** Whether a completion is about a resource, and not about a prompt. */
    static boolean isResourceReference(Json ref) {
        return "ref/resource".equals(ref.string("type"));
    }
}
