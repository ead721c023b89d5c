package dev.tenon.server.internal;

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
import dev.tenon.server.PromptSpec;
import dev.tenon.server.ResourceSpec;
import dev.tenon.server.TemplateSpec;
import dev.tenon.server.ToolSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The table of methods: what each does, and when it exists. */
final class Operations implements MethodTable {
    /** A method that exists only while its feature does. */
    record Entry<P extends Params>(Operation<P> operation, BooleanSupplier exists) {}

    private final Map<Method<?, ?>, Entry<?>> entries = new HashMap<>();

    Operations(Offer offer, Cursors cursors, Hub hub, List<Revision> revisions, int pageSize, Caching caching) {
        put(Methods.PING, (params, call) -> new Work.Done(EmptyResult.EMPTY), () -> true);
        put(Methods.DISCOVER, (params, call) -> discover(offer, revisions, caching), () -> true);
        lists(offer, new Listing.Terms(cursors, pageSize, caching));
        put(Methods.CALL_TOOL, new ToolCalling(offer), offer::hasTools);
        put(Methods.READ_RESOURCE, new ResourceReading(offer), offer::hasResources);
        put(Methods.GET_PROMPT, new PromptGetting(offer), offer::hasPrompts);
        put(Methods.COMPLETE, new Completing(offer), offer::hasCompletions);
        SessionOperations session = new SessionOperations(hub);
        put(Methods.SET_LEVEL, session::setLevel, offer::hasLogging);
        put(Methods.SUBSCRIBE, new Subscribing(offer, hub), offer::hasResources);
        put(Methods.UNSUBSCRIBE, session::unsubscribe, offer::hasResources);
        put(Methods.LISTEN, new Listening(offer, hub), () -> true);
    }

    private void lists(Offer offer, Listing.Terms terms) {
        put(
                Methods.LIST_TOOLS,
                new Listing<>(terms, offer.tools(), ToolSpec::tool, ListToolsResult::new),
                offer::hasTools);
        put(
                Methods.LIST_RESOURCES,
                new Listing<>(terms, offer.resources(), ResourceSpec::resource, ListResourcesResult::new),
                offer::hasResources);
        put(
                Methods.LIST_RESOURCE_TEMPLATES,
                new Listing<>(terms, offer.templates(), TemplateSpec::template, ListResourceTemplatesResult::new),
                offer::hasResources);
        put(
                Methods.LIST_PROMPTS,
                new Listing<>(terms, offer.prompts(), PromptSpec::prompt, ListPromptsResult::new),
                offer::hasPrompts);
    }

    private static Work discover(Offer offer, List<Revision> revisions, Caching caching) {
        return new Work.Done(DiscoverResult.of(revisions, offer.capabilities())
                .withInstructions(offer.instructions())
                .withCaching(caching));
    }

    private <P extends Params> void put(Method<P, ?> method, Operation<P> operation, BooleanSupplier exists) {
        entries.put(method, new Entry<>(operation, exists));
    }

    @Override
    @SuppressWarnings("unchecked") // put ties the params of a method to those of its operation
    public <P extends Params> @Nullable Operation<P> find(Method<P, ?> method) {
        Entry<P> entry = (Entry<P>) entries.get(method);
        return entry == null || !entry.exists().getAsBoolean() ? null : entry.operation();
    }
}
