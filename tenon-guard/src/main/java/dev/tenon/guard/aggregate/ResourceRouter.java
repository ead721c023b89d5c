package dev.tenon.guard.aggregate;

import dev.tenon.codec.KnownMethods;
import dev.tenon.guard.internal.error.ResourceNotFoundErrors;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.server.forwarder.ForwardedCall;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out which member has a resource. Those that should have it are asked first, and what they answer counts; then
 * the others, whose refusals say no more than that it is not theirs.
 *
 * @param subscriptions what the session has subscribed to, by URI
 */
record ResourceRouter(MemberConnections connections, Map<String, ResourceSubscription> subscriptions) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");

    /** Reads it from the first who has it. */
    Json read(Json params, AggregateRequest request) throws Exception {
        String uri = String.valueOf(params.string("uri"));
        return callOwner(uri, Methods.READ_RESOURCE, params, request, ResourceRouter::isNotFound, notFoundError(uri));
    }

    /** Completes a variable of a template, or of a URI. */
    Json complete(String uri, Json params, AggregateRequest request) throws Exception {
        RpcError unknown =
                new RpcError(ErrorCode.INVALID_PARAMS, "Unknown resource template").withData(Map.of("uri", uri));
        return callOwner(uri, Methods.COMPLETE, params, request, e -> e.code() == ErrorCode.INVALID_PARAMS, unknown);
    }

    private Json callOwner(
            String uri,
            Method<?, ?> method,
            Json params,
            AggregateRequest request,
            Predicate<RpcError> isNotThere,
            RpcError nobody)
            throws Exception {
        MemberStates seats = connections.common.members();
        List<MemberState> likely = connections.common.resourceIndex.likelyMembers(uri, seats);
        RpcException trouble = null;
        boolean offered = false;
        boolean anyGone = false;
        for (MemberState seat : candidates(likely, seats)) {
            try {
                Json result = connections.runOn(seat, service -> request.callMember(service, method, params));
                connections.common.resourceIndex.recordFound(uri, seat);
                return result;
            } catch (MemberRemovedException e) {
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
        if (anyGone && connections.common.members() != seats) {
            return callOwner(uri, method, params, request, isNotThere, nobody);
        }
        throw trouble != null
                ? trouble
                : new RpcException(offered ? nobody : KnownMethods.methodNotFoundError(method.name()));
    }

    /** Those that should have it, then the rest in their order. */
    private static List<MemberState> candidates(List<MemberState> likely, MemberStates seats) {
        List<MemberState> order = new ArrayList<>(likely);
        seats.all().stream().filter(seat -> !likely.contains(seat)).forEach(order::add);
        return order;
    }

    /** A subscription of the session: with which members, and the request that it was begun by. */
    record ResourceSubscription(List<MemberState> seats, ForwardedCall call) {}

    /**
     * Subscribes with the member that should have it; when none should, with all that take it, as an answer does not
     * tell whether they have it. The server in front bounds the number of subscriptions.
     */
    Json subscribe(Json params, AggregateRequest request) throws Exception {
        String uri = String.valueOf(params.string("uri"));
        List<MemberState> takers = subscribeMembers(uri, params, request);
        subscriptions.put(uri, new ResourceSubscription(takers, request.call()));
        if (!areCurrent(takers)) {
            resubscribe();
        }
        return Json.EMPTY_OBJECT;
    }

    private List<MemberState> subscribeMembers(String uri, Json params, AggregateRequest request) throws Exception {
        MemberStates seats = connections.common.members();
        List<MemberState> likely = connections.common.resourceIndex.likelyMembers(uri, seats);
        List<MemberResult<Json>> outcomes = connections.runOnAll(
                likely.isEmpty() ? seats.all() : likely.subList(0, 1),
                service -> request.callMember(service, Methods.SUBSCRIBE, params));
        List<MemberState> takers = outcomes.stream()
                .filter(outcome -> outcome.value() != null)
                .<MemberState>map(MemberResult::member)
                .toList();
        if (takers.isEmpty()) {
            Exception problem = MemberResult.problem(Methods.SUBSCRIBE, outcomes);
            // What a server says that stands alone passes as it is.
            throw seats.soleMember() == null ? toClientError(problem, uri) : problem;
        }
        return takers;
    }

    private boolean areCurrent(List<MemberState> takers) {
        return connections.common.members().all().containsAll(takers);
    }

    /** Begins anew the subscriptions with members that have left, with those that are there now. Blocks. */
    void resubscribe() {
        subscriptions.forEach((uri, before) -> {
            if (!areCurrent(before.seats())) {
                try {
                    resubscribe(uri, before);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } catch (Exception e) {
                    LOG.warn("Changes of {} will not be told of: {}", Excerpts.quote(uri), e.getMessage());
                }
            }
        });
    }

    private void resubscribe(String uri, ResourceSubscription before) throws Exception {
        // The request is over long ago, which is no reason to cancel this.
        AggregateRequest request = new AggregateRequest(before.call(), action -> {});
        Set<MemberState> seats = new LinkedHashSet<>(before.seats());
        seats.retainAll(connections.common.members().all());
        seats.addAll(AggregateContext.withCurrentMembers(
                () -> subscribeMembers(uri, Json.EMPTY_OBJECT.withMember("uri", Json.of(uri)), request)));
        ResourceSubscription after = new ResourceSubscription(List.copyOf(seats), before.call());
        if (subscriptions.replace(uri, before, after)) {
            if (!areCurrent(after.seats())) {
                resubscribe(uri, after);
            }
        } else if (!subscriptions.containsKey(uri)) {
            unsubscribe(after.seats(), uri, request);
        }
    }

    /** Unsubscribes with the members that took the subscription. */
    Json unsubscribe(Json params, AggregateRequest request) throws Exception {
        String uri = String.valueOf(params.string("uri"));
        ResourceSubscription known = subscriptions.remove(uri);
        if (known != null) {
            unsubscribe(known.seats(), uri, request);
        }
        return Json.EMPTY_OBJECT;
    }

    private void unsubscribe(List<MemberState> seats, String uri, AggregateRequest request)
            throws InterruptedException {
        Json params = Json.EMPTY_OBJECT.withMember("uri", Json.of(uri));
        connections.runOnAll(seats, service -> request.callMember(service, Methods.UNSUBSCRIBE, params)).stream()
                .filter(outcome -> outcome.problem() != null)
                .forEach(outcome -> LOG.debug("{} goes on to watch: {}", outcome.member(), outcome.problem()));
    }

    private Exception toClientError(Exception problem, String uri) {
        boolean notThere = problem instanceof RpcException e && isNotFound(e.error());
        return notThere ? new RpcException(notFoundError(uri)) : problem;
    }

    private RpcError notFoundError(@Nullable String uri) {
        return ResourceNotFoundErrors.create(connections.client.revision(), Json.of(uri));
    }

    private static boolean isNotFound(RpcError error) {
        return ResourceNotFoundErrors.matches(error.code(), error.data());
    }
}
