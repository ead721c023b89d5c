package dev.tenon.server.internal.feature;

import dev.tenon.model.Caching;
import dev.tenon.model.DiscoverResult;
import dev.tenon.model.EmptyResult;
import dev.tenon.model.ListPromptsResult;
import dev.tenon.model.ListResourceTemplatesResult;
import dev.tenon.model.ListResourcesResult;
import dev.tenon.model.ListToolsResult;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.Params;
import dev.tenon.model.Revision;
import dev.tenon.server.feature.PromptSpec;
import dev.tenon.server.feature.ResourceSpec;
import dev.tenon.server.feature.ResourceTemplateSpec;
import dev.tenon.server.feature.ToolSpec;
import dev.tenon.server.internal.dispatch.ExecutionPlan;
import dev.tenon.server.internal.dispatch.MethodHandler;
import dev.tenon.server.internal.dispatch.MethodRegistry;
import dev.tenon.server.internal.request.ChangeBroadcaster;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The table of methods: what each does, and when it exists. */
public final class ServerMethodRegistry implements MethodRegistry {
    /** A method that exists only while its feature does. */
    record MethodEntry<P extends Params>(MethodHandler<P> operation, BooleanSupplier exists) {}

    private final Map<Method<?, ?>, MethodEntry<?>> entries = new HashMap<>();

    public ServerMethodRegistry(
            FeatureRegistry offer,
            PageCursorCodec cursors,
            ChangeBroadcaster hub,
            List<Revision> revisions,
            int pageSize,
            Caching caching) {
        register(Methods.PING, (params, call) -> new ExecutionPlan.ImmediateResult(EmptyResult.EMPTY), () -> true);
        register(Methods.DISCOVER, (params, call) -> discover(offer, revisions, caching), () -> true);
        registerLists(offer, new ListMethodHandler.ListSettings(cursors, pageSize, caching));
        register(Methods.CALL_TOOL, new CallToolMethodHandler(offer), offer::hasTools);
        register(Methods.READ_RESOURCE, new ReadResourceMethodHandler(offer), offer::hasResources);
        register(Methods.GET_PROMPT, new GetPromptMethodHandler(offer), offer::hasPrompts);
        register(Methods.COMPLETE, new CompleteMethodHandler(offer), offer::hasCompletions);
        SessionMethodHandlers session = new SessionMethodHandlers(hub);
        register(Methods.SET_LEVEL, session::setLevel, offer::hasLogging);
        register(Methods.SUBSCRIBE, new SubscribeMethodHandler(offer, hub), offer::hasResources);
        register(Methods.UNSUBSCRIBE, session::unsubscribe, offer::hasResources);
        register(Methods.LISTEN, new ListenMethodHandler(offer, hub), () -> true);
    }

    private void registerLists(FeatureRegistry offer, ListMethodHandler.ListSettings terms) {
        register(
                Methods.LIST_TOOLS,
                new ListMethodHandler<>(terms, offer.tools(), ToolSpec::tool, ListToolsResult::new),
                offer::hasTools);
        register(
                Methods.LIST_RESOURCES,
                new ListMethodHandler<>(terms, offer.resources(), ResourceSpec::resource, ListResourcesResult::new),
                offer::hasResources);
        register(
                Methods.LIST_RESOURCE_TEMPLATES,
                new ListMethodHandler<>(
                        terms, offer.templates(), ResourceTemplateSpec::template, ListResourceTemplatesResult::new),
                offer::hasResources);
        register(
                Methods.LIST_PROMPTS,
                new ListMethodHandler<>(terms, offer.prompts(), PromptSpec::prompt, ListPromptsResult::new),
                offer::hasPrompts);
    }

    private static ExecutionPlan discover(FeatureRegistry offer, List<Revision> revisions, Caching caching) {
        return new ExecutionPlan.ImmediateResult(DiscoverResult.of(revisions, offer.capabilities())
                .withInstructions(offer.instructions())
                .withCaching(caching));
    }

    private <P extends Params> void register(Method<P, ?> method, MethodHandler<P> operation, BooleanSupplier exists) {
        entries.put(method, new MethodEntry<>(operation, exists));
    }

    @Override
    @SuppressWarnings("unchecked") // put ties the params of a method to those of its operation
    public <P extends Params> @Nullable MethodHandler<P> find(Method<P, ?> method) {
        MethodEntry<P> entry = (MethodEntry<P>) entries.get(method);
        return entry == null || !entry.exists().getAsBoolean() ? null : entry.operation();
    }
}
