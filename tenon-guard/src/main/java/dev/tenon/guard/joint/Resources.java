package dev.tenon.guard.joint;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import dev.tenon.model.Revision;
import dev.tenon.wire.KnownMethods;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which member has a resource. Those that should have it are asked first, and what they answer counts; then the
 * others, whose refusals say no more than that it is not theirs.
 */
record Resources(Common common, Links links, Revision revision) {
    /** Resource not found, before 2026-07-28. */
    private static final int NOT_FOUND_ONCE = -32002;

    /** Reads it from the first who has it. */
    Json read(Method<?, ?> method, Json params, JointRequest request) throws Exception {
        String uri = String.valueOf(params.string("uri"));
        return find(uri, method, params, request, Resources::saysNotFound, notFound(uri));
    }

    /** Completes a variable of a template, or of a URI. */
    Json complete(Method<?, ?> method, String uri, Json params, JointRequest request) throws Exception {
        RpcError unknown =
                new RpcError(ErrorCode.INVALID_PARAMS, "Unknown resource template").withData(Map.of("uri", uri));
        return find(uri, method, params, request, e -> e.code() == ErrorCode.INVALID_PARAMS, unknown);
    }

    private Json find(
            String uri,
            Method<?, ?> method,
            Json params,
            JointRequest request,
            Predicate<RpcError> isNotThere,
            RpcError nobody)
            throws Exception {
        Seats seats = common.seats();
        List<Seat> likely = common.whereabouts.likely(uri, seats);
        RpcException trouble = null;
        boolean offered = false;
        boolean anyGone = false;
        for (Seat seat : order(likely, seats)) {
            try {
                Json result = links.use(seat, service -> request.answer(service, method, params));
                common.whereabouts.found(uri, seat);
                return result;
            } catch (GoneException e) {
                anyGone = true;
            } catch (RpcException e) {
                boolean lacksAll = e.error().code() == ErrorCode.METHOD_NOT_FOUND;
                boolean lacksIt = lacksAll || isNotThere.test(e.error());
                if (request.call().isCancelled() || !lacksIt && likely.contains(seat)) {
                    throw e;
                }
                offered |= !lacksAll;
                trouble = trouble == null && !lacksIt ? e : trouble;
            }
        }
        if (anyGone && common.seats() != seats) {
            return find(uri, method, params, request, isNotThere, nobody);
        }
        throw trouble != null ? trouble : new RpcException(offered ? nobody : KnownMethods.notFound(method.name()));
    }

    /** Those that should have it, then the rest in their order. */
    private static List<Seat> order(List<Seat> likely, Seats seats) {
        List<Seat> order = new ArrayList<>(likely);
        seats.all().stream().filter(seat -> !likely.contains(seat)).forEach(order::add);
        return order;
    }

    /**
     * Subscribes with the member that should have it; when none should, with all that take it, as an answer does not tell
     * whether they have it.
     *
     * @return with whom
     */
    List<Seat> subscribe(Method<?, ?> method, Json params, JointRequest request) throws Exception {
        String uri = String.valueOf(params.string("uri"));
        Seats seats = common.seats();
        List<Seat> likely = common.whereabouts.likely(uri, seats);
        List<Outcome<Json>> outcomes = links.useAll(
                likely.isEmpty() ? seats.all() : likely.subList(0, 1),
                service -> request.answer(service, method, params));
        List<Seat> subscribed = outcomes.stream()
                .filter(outcome -> outcome.value() != null)
                .<Seat>map(Outcome::seat)
                .toList();
        if (subscribed.isEmpty()) {
            throw refusal(Lists.problem(method, outcomes), uri);
        }
        return subscribed;
    }

    private Exception refusal(Exception problem, String uri) {
        boolean notThere = problem instanceof RpcException e && saysNotFound(e.error());
        return notThere ? new RpcException(notFound(uri)) : problem;
    }

    private RpcError notFound(@Nullable String uri) {
        int code = revision.isStateless() ? ErrorCode.INVALID_PARAMS : NOT_FOUND_ONCE;
        return new RpcError(code, "Resource not found").withData(Map.of("uri", Json.of(uri)));
    }

    private static boolean saysNotFound(RpcError error) {
        Json data = error.data();
        return error.code() == NOT_FOUND_ONCE
                || error.code() == ErrorCode.INVALID_PARAMS && data != null && data.get("uri") != null;
    }
}
