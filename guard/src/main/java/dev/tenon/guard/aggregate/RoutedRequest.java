package dev.tenon.guard.aggregate;

import dev.tenon.json.Json;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request that is routed to one member by the prefix of a tool or prompt name. The member gets its own name, without
 * the prefix. A sole member gets every request unchanged, except those that change session state kept at members.
 *
 * @param params the params of the request, with the member's own name
 */
record RoutedRequest(ReferenceCountedMember member, Json params) {
    /** Methods that change session state kept at members, which must be repeated at members that are added. */
    private static final Set<Method<?, ?>> SESSION_STATE_METHODS =
            Set.of(Methods.SUBSCRIBE, Methods.UNSUBSCRIBE, Methods.SET_LEVEL);

    /**
     * Routes a request; returns null if it changes session state, may concern several members, or names an unknown
     * item.
     */
    static @Nullable RoutedRequest route(Method<?, ?> method, Json params, MemberSnapshot members) {
        ReferenceCountedMember soleMember = members.soleUnprefixedMember();
        if (soleMember != null) {
            return SESSION_STATE_METHODS.contains(method) ? null : new RoutedRequest(soleMember, params);
        }
        if (method.equals(Methods.CALL_TOOL) || method.equals(Methods.GET_PROMPT)) {
            return routeByName(params, members);
        }
        Json ref = method.equals(Methods.COMPLETE) ? params.get("ref") : null;
        RoutedRequest routedRef = ref == null || isResourceReference(ref) ? null : routeByName(ref, members);
        return routedRef == null
                ? null
                : new RoutedRequest(routedRef.member(), params.withMember("ref", routedRef.params()));
    }

    private static @Nullable RoutedRequest routeByName(Json object, MemberSnapshot members) {
        String name = object.string("name");
        ReferenceCountedMember member = name == null ? null : members.ownerOf(name);
        if (name == null || member == null) {
            return null;
        }
        String originalName = member.originalName(name);
        return new RoutedRequest(
                member, originalName.equals(name) ? object : object.withMember("name", Json.of(originalName)));
    }

    /** Returns whether a completion refers to a resource instead of a prompt. */
    static boolean isResourceReference(Json ref) {
        return "ref/resource".equals(ref.string("type"));
    }
}
