package dev.tenon.wire;

import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.Params;
import dev.tenon.model.Result;
import dev.tenon.model.Revision;
import java.util.HashMap;
import java.util.Map;

/** What can be said in one revision, in which direction. What is not here does not exist there. */
final class Vocabulary {
    /** A request of one revision: its method and how both its ends are written there. */
    record Exchange<P extends Params, R extends Result>(Method<P, R> method, Codec<P> params, Codec<R> result) {}

    /** A notification of one revision: its type and how it is written there. */
    record Announcement<P extends Params>(NotificationType<P> type, Codec<P> params) {}

    final Elements elements;
    final Map<String, Exchange<?, ?>> fromClient = new HashMap<>();
    final Map<String, Exchange<?, ?>> fromServer = new HashMap<>();
    final Map<String, Announcement<?>> byClient = new HashMap<>();
    final Map<String, Announcement<?>> byServer = new HashMap<>();

    /** The requests by which a server asks a client: of their own, or inside of {@code input_required}. */
    final Map<String, Exchange<?, ?>> inputs = new HashMap<>();

    private final ParamsCodecs params;

    Vocabulary(Revision revision) {
        elements = new Elements(revision);
        params = new ParamsCodecs(revision);
        features(elements);
        announcements();
        inputs(elements);
        if (revision.isStateless()) {
            stateless(elements);
        } else {
            handshake(elements);
        }
    }

    /** What every revision has. */
    private void features(Elements of) {
        add(fromClient, Methods.LIST_TOOLS, ParamsCodecs.PAGINATED, ResultCodecs.tools(of));
        add(fromClient, Methods.CALL_TOOL, params.callTool(), ResultCodecs.callTool(of));
        add(fromClient, Methods.LIST_RESOURCES, ParamsCodecs.PAGINATED, ResultCodecs.resources(of));
        add(fromClient, Methods.LIST_RESOURCE_TEMPLATES, ParamsCodecs.PAGINATED, ResultCodecs.resourceTemplates(of));
        add(fromClient, Methods.READ_RESOURCE, params.readResource(), ResultCodecs.readResource(of));
        add(fromClient, Methods.LIST_PROMPTS, ParamsCodecs.PAGINATED, ResultCodecs.prompts(of));
        add(fromClient, Methods.GET_PROMPT, params.getPrompt(), ResultCodecs.getPrompt(of));
        add(fromClient, Methods.COMPLETE, params.complete(), ResultCodecs.COMPLETE);
    }

    private void announcements() {
        add(byClient, Notifications.CANCELLED, params.cancelled());
        add(byServer, Notifications.CANCELLED, params.cancelled());
        add(byServer, Notifications.PROGRESS, params.progress());
        add(byServer, Notifications.MESSAGE, ParamsCodecs.LOG);
        add(byServer, Notifications.TOOLS_CHANGED, ParamsCodecs.EMPTY);
        add(byServer, Notifications.PROMPTS_CHANGED, ParamsCodecs.EMPTY);
        add(byServer, Notifications.RESOURCES_CHANGED, ParamsCodecs.EMPTY);
        add(byServer, Notifications.RESOURCE_UPDATED, ParamsCodecs.RESOURCE_UPDATED);
    }

    /** Elicitation came with 2025-06-18; several SDKs declare and use it in older revisions as well. */
    private void inputs(Elements of) {
        SamplingCodecs sampling = new SamplingCodecs(of);
        add(inputs, Methods.CREATE_MESSAGE, sampling.request, sampling.result);
        add(inputs, Methods.LIST_ROOTS, ParamsCodecs.LIST_ROOTS, ResultCodecs.listRoots(of));
        add(inputs, Methods.ELICIT, new ElicitCodec(of.revision), ResultCodecs.ELICIT);
    }

    private void handshake(Elements of) {
        add(fromClient, Methods.INITIALIZE, PeerCodecs.initialize(of), PeerCodecs.initialized(of));
        add(fromClient, Methods.PING, ParamsCodecs.EMPTY, ResultCodecs.EMPTY);
        add(fromClient, Methods.SUBSCRIBE, ParamsCodecs.SUBSCRIBE, ResultCodecs.EMPTY);
        add(fromClient, Methods.UNSUBSCRIBE, ParamsCodecs.SUBSCRIBE, ResultCodecs.EMPTY);
        add(fromClient, Methods.SET_LEVEL, ParamsCodecs.SET_LEVEL, ResultCodecs.EMPTY);
        add(fromServer, Methods.PING, ParamsCodecs.EMPTY, ResultCodecs.EMPTY);
        fromServer.putAll(inputs);
        add(byClient, Notifications.INITIALIZED, ParamsCodecs.EMPTY);
        add(byClient, Notifications.PROGRESS, params.progress());
        add(byClient, Notifications.ROOTS_CHANGED, ParamsCodecs.EMPTY);
        if (of.revision.hasElicitationIds()) {
            add(byServer, Notifications.ELICITATION_COMPLETE, ParamsCodecs.ELICITATION_COMPLETE);
        }
    }

    private void stateless(Elements of) {
        add(fromClient, Methods.DISCOVER, ParamsCodecs.EMPTY, PeerCodecs.discovered(of));
        add(fromClient, Methods.LISTEN, ParamsCodecs.LISTEN, ResultCodecs.LISTEN);
        add(byServer, Notifications.ACKNOWLEDGED, ParamsCodecs.ACKNOWLEDGED);
    }

    private static <P extends Params, R extends Result> void add(
            Map<String, Exchange<?, ?>> to, Method<P, R> method, Codec<P> params, Codec<R> result) {
        to.put(method.name(), new Exchange<>(method, params, result));
    }

    private static <P extends Params> void add(
            Map<String, Announcement<?>> to, NotificationType<P> type, Codec<P> params) {
        to.put(type.name(), new Announcement<>(type, params));
    }

    /** How a request is written here, whoever sends it. */
    @SuppressWarnings("unchecked") // an exchange is only ever added with codecs of its method's types
    <P extends Params, R extends Result> Exchange<P, R> exchange(Method<P, R> method) {
        Exchange<?, ?> exchange = fromClient.get(method.name());
        Exchange<?, ?> found = exchange == null ? fromServer.get(method.name()) : exchange;
        if (found == null) {
            throw new IllegalArgumentException(method + " does not exist in " + elements.revision);
        }
        return (Exchange<P, R>) found;
    }

    /** How a request by which a server asks a client is written here, on its own or inside of {@code input_required}. */
    @SuppressWarnings("unchecked") // as above
    <P extends Params, R extends Result> Exchange<P, R> input(Method<P, R> method) {
        Exchange<?, ?> exchange = inputs.get(method.name());
        if (exchange == null) {
            throw new IllegalArgumentException(method + " does not ask a client for input");
        }
        return (Exchange<P, R>) exchange;
    }

    /** How a notification is written here, whoever sends it. */
    @SuppressWarnings("unchecked") // an announcement is only ever added with a codec of its type
    <P extends Params> Announcement<P> announcement(NotificationType<P> type) {
        Announcement<?> announcement = byServer.get(type.name());
        Announcement<?> found = announcement == null ? byClient.get(type.name()) : announcement;
        if (found == null) {
            throw new IllegalArgumentException(type + " does not exist in " + elements.revision);
        }
        return (Announcement<P>) found;
    }
}
