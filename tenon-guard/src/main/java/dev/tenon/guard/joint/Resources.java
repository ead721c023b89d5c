package dev.tenon.guard.joint;

import dev.tenon.guard.internal.NotFound;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import dev.tenon.wire.KnownMethods;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out which member has a resource. Those that should have it are asked first, and what they answer counts; then the
 * others, whose refusals say no more than that it is not theirs.
 *
 * @param subscribed the members with which the session has subscribed to a resource, by its URI
 */
record Resources(Common common, Links links, Revision revision, Map<String, List<Seat>> subscribed) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");

    /** Reads it from the first who has it. */
    Json read(Json params, JointRequest request) throws Exception {
        String uri = String.valueOf(params.string("uri"));
        return find(uri, Methods.READ_RESOURCE, params, request, Resources::saysNotFound, notFound(uri));
    }

    /** Completes a variable of a template, or of a URI. */
    Json complete(String uri, Json params, JointRequest request) throws Exception {
        RpcError unknown =
                new RpcError(ErrorCode.INVALID_PARAMS, "Unknown resource template").withData(Map.of("uri", uri));
        return find(uri, Methods.COMPLETE, params, request, e -> e.code() == ErrorCode.INVALID_PARAMS, unknown);
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
     * whether they have it. The server in front bounds the number of subscriptions.
     */
    Json subscribe(Json params, JointRequest request) throws Exception {
        String uri = String.valueOf(params.string("uri"));
        Seats seats = common.seats();
        List<Seat> likely = common.whereabouts.likely(uri, seats);
        List<Outcome<Json>> outcomes = links.useAll(
                likely.isEmpty() ? seats.all() : likely.subList(0, 1),
                service -> request.answer(service, Methods.SUBSCRIBE, params));
        List<Seat> takers = outcomes.stream()
                .filter(outcome -> outcome.value() != null)
                .<Seat>map(Outcome::seat)
                .toList();
        if (takers.isEmpty()) {
            throw refusal(Lists.problem(Methods.SUBSCRIBE, outcomes), uri);
        }
        subscribed.put(uri, takers);
        return Json.EMPTY_OBJECT;
    }

    /** Unsubscribes with the members that took the subscription. */
    Json unsubscribe(Json params, JointRequest request) throws Exception {
        List<Seat> seats = subscribed.remove(String.valueOf(params.string("uri")));
        if (seats != null) {
            links.useAll(seats, service -> request.answer(service, Methods.UNSUBSCRIBE, params)).stream()
                    .filter(outcome -> outcome.problem() != null)
                    .forEach(outcome -> LOG.debug("{} goes on to watch: {}", outcome.seat(), outcome.problem()));
        }
        return Json.EMPTY_OBJECT;
    }

    private Exception refusal(Exception problem, String uri) {
        boolean notThere = problem instanceof RpcException e && saysNotFound(e.error());
        return notThere ? new RpcException(notFound(uri)) : problem;
    }

    private RpcError notFound(@Nullable String uri) {
        return NotFound.error(revision, Json.of(uri));
    }

    private static boolean saysNotFound(RpcError error) {
        return NotFound.isSaidBy(error.code(), error.data());
    }
}
