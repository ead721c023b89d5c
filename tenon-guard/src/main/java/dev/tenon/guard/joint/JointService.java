package dev.tenon.guard.joint;

import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.concurrent.FatalErrors;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.model.Tool;
import dev.tenon.server.Presentation;
import dev.tenon.server.RelayCall;
import dev.tenon.server.RelayClient;
import dev.tenon.server.RelayEnd;
import dev.tenon.server.RelayService;
import dev.tenon.server.RelayStream;
import dev.tenon.wire.KnownMethods;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves one client in front by all members: for its session, or for one request. Where one stands alone, under its own names,
 * everything is passed on to it as it is.
 */
final class JointService implements RelayService {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");
    /** What a session keeps at its members: it is known here, to be done anew at those that come. */
    private static final Set<Method<?, ?>> KEPT = Set.of(Methods.SUBSCRIBE, Methods.UNSUBSCRIBE, Methods.SET_LEVEL);

    private final RelayClient front;
    private final Common common;
    private final Links links;
    private final Lists lists;
    private final Named named;
    private final Resources resources;
    private final Levels levels;
    private final ExecutorService threads;
    private final Consumer<JointService> over;
    private final Set<JointStream> streams = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Presentation presented;

    JointService(
            RelayClient front, Common common, ExecutorService threads, Duration patience, Consumer<JointService> over) {
        this.front = front;
        this.threads = threads;
        this.common = common;
        this.over = over;
        links = new Links(front, common, threads, patience, this::returned);
        lists = new Lists(common, links, front.revision());
        named = new Named(common, links);
        resources = new Resources(common, links, front.revision(), new ConcurrentHashMap<>());
        levels = new Levels(common, links);
    }

    /** Meets the members for a session. */
    void meet() throws Exception {
        presented = introduced();
    }

    @Override
    public Presentation presentation() {
        Presentation known = presented;
        if (known != null) {
            return known;
        }
        try {
            return introduced();
        } catch (RuntimeException e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while the servers were met", e);
        } catch (Exception e) {
            throw new IllegalStateException("None of the servers could be met", e);
        }
    }

    private Presentation introduced() throws Exception {
        return Common.withCurrentMembers(this::introducedNow);
    }

    private Presentation introducedNow() throws Exception {
        Seat alone = common.seats().alone();
        if (alone != null) {
            return links.use(alone, RelayService::presentation);
        }
        List<Seat> seats = common.seats().all();
        List<Outcome<Presentation>> said = links.useAll(seats, RelayService::presentation);
        if (!seats.isEmpty() && said.stream().allMatch(outcome -> outcome.value() == null)) {
            throw Lists.problem(Methods.DISCOVER, said);
        }
        said.stream().filter(outcome -> outcome.problem() != null).forEach(outcome -> outcome.seat()
                .ails("All", String.valueOf(outcome.problem())));
        return Union.of(said, common.self);
    }

    @Override
    public void answer(Method<?, ?> method, Json params, RelayCall call, RelayEnd end) {
        JointRequest request = new JointRequest(call, end);
        if (forward(method, params, request)) {
            return;
        }
        if (ExecutionContext.current().canBlock()) {
            answerBlocking(method, params, request);
        } else {
            try {
                threads.execute(() -> answerBlocking(method, params, request));
            } catch (RejectedExecutionException e) {
                end.failed(new RpcException(ErrorCode.BUSY, "Busy: this guard is shutting down"));
            }
        }
    }

    private void answerBlocking(Method<?, ?> method, Json params, JointRequest request) {
        Json result;
        try {
            result = Common.withCurrentMembers(() -> answered(method, params, request));
        } catch (Throwable e) {
            request.end().failed(e);
            FatalErrors.rethrow(e);
            return;
        }
        request.end().answered(result);
    }

    /** Hands a request to the member that its name leads to; false when that has to be waited for. */
    private boolean forward(Method<?, ?> method, Json params, JointRequest request) {
        Seat alone = common.seats().alone();
        if (alone != null) {
            return !KEPT.contains(method) && links.tryUse(alone, forwarding(method, params, request));
        }
        boolean isNamed = method.equals(Methods.CALL_TOOL) || method.equals(Methods.GET_PROMPT);
        String name = isNamed ? params.string("name") : null;
        return name != null && named.tryUse(name, own -> forwarding(method, Named.renamed(params, own), request));
    }

    private Links.AsyncWork forwarding(Method<?, ?> method, Json params, JointRequest request) {
        return (service, exit) -> {
            if (!levels.isTold(service)) {
                return false;
            }
            service.answer(method, params, request.call(), new ForwardedEnd(request.end(), exit));
            return true;
        };
    }

    /**
     * Ends the use of a member with the request that was handed to it. The outcome comes on a thread of the member, which may be stopped
     * as soon as the member is not used any more: so that is said last.
     */
    private record ForwardedEnd(RelayEnd end, Consumer<Boolean> exit) implements RelayEnd {
        @Override
        public void answered(Json result) {
            try {
                end.answered(result);
            } finally {
                exit.accept(true);
            }
        }

        @Override
        public void failed(Throwable why) {
            try {
                end.failed(why);
            } finally {
                exit.accept(false);
            }
        }

        @Override
        public void whenOver(Runnable action) {
            end.whenOver(action);
        }
    }

    private Json answered(Method<?, ?> method, Json params, JointRequest request) throws Exception {
        Seats seats = common.seats();
        if (seats.all().isEmpty()) {
            throw new RpcException(
                    ErrorCode.INTERNAL_ERROR,
                    "The servers behind this endpoint were removed from the configuration of the guard");
        }
        Seat alone = seats.alone();
        if (alone != null && !KEPT.contains(method)) {
            return links.use(alone, levels.kept(request, service -> request.answer(service, method, params)));
        }
        ListKind list = ListKind.of(method);
        if (list != null) {
            return lists.answer(list, params, request);
        }
        return switch (method.name()) {
            case "tools/call" -> named("tool", method, params, request);
            case "prompts/get" -> named("prompt", method, params, request);
            case "resources/read" -> resources.read(params, request);
            case "resources/subscribe" -> resources.subscribe(params, request);
            case "resources/unsubscribe" -> resources.unsubscribe(params, request);
            case "completion/complete" -> complete(params, request);
            case "logging/setLevel" -> levels.set(params, request);
            default -> throw new RpcException(KnownMethods.notFound(method.name()));
        };
    }

    private Json named(String what, Method<?, ?> method, Json params, JointRequest request) throws Exception {
        return named.use(
                what,
                params.string("name"),
                own -> levels.kept(request, service -> request.answer(service, method, Named.renamed(params, own))));
    }

    private Json complete(Json params, JointRequest request) throws Exception {
        Json ref = params.get("ref");
        if (ref != null && "ref/resource".equals(ref.string("type"))) {
            return resources.complete(String.valueOf(ref.string("uri")), params, request);
        }
        Json prompt = ref == null ? Json.EMPTY_OBJECT : ref;
        return named.use("prompt", prompt.string("name"), own -> {
            Json inner = params.with("ref", Named.renamed(prompt, own));
            return service -> request.answer(service, Methods.COMPLETE, inner);
        });
    }

    @Override
    public SubscriptionFilter listen(SubscriptionFilter wanted, RelayCall call, RelayStream stream) throws Exception {
        JointStream joint = new JointStream(wanted, call, stream, common, links, threads);
        streams.add(joint);
        stream.whenOver(() -> streams.remove(joint));
        return Common.withCurrentMembers(joint::open);
    }

    @Override
    public void notified(NotificationType<?> type, Json params) {
        links.met(service -> service.notified(type, params));
    }

    @Override
    public void tool(String name, Consumer<@Nullable Tool> taker) {
        boolean isForwarded = named.tryUse(name, own -> (service, exit) -> {
            service.tool(own, tool -> {
                try {
                    taker.accept(tool);
                } finally {
                    exit.accept(true);
                }
            });
            return true;
        });
        if (!isForwarded) {
            taker.accept(null); // A header that repeats an argument is checked against a tool that is known.
        }
    }

    /** Some members have left, and others may have come. */
    void replaced(List<Seat> gone) {
        gone.forEach(links::retire);
        Presentation known = presented;
        if (known != null) {
            Changes.tell(Changes.declared(known.capabilities()), front::tell);
        }
        streams.forEach(stream -> stream.replaced(gone));
        if (!resources.subscribed().isEmpty()) {
            threads.execute(resources::again);
        }
    }

    /** A member is there of which the client of a session was not told. */
    private void returned(Seat seat) {
        Presentation known = presented;
        if (known != null) {
            LOG.info("{} is there now", seat);
            Changes.tell(Changes.declared(known.capabilities()), front::tell);
        }
    }

    @Override
    public void close() {
        links.end();
        over.accept(this);
    }
}
