package dev.tenon.wire;

import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.Params;
import dev.tenon.model.Result;
import dev.tenon.model.Revision;

/** What can be said in one revision, in which direction. What is not here does not exist there. */
final class Vocabulary {
    final Exchanges fromClient = new Exchanges();
    final Exchanges fromServer = new Exchanges();
    final Announcements byClient = new Announcements();
    final Announcements byServer = new Announcements();

    private final Revision revision;

    Vocabulary(Elements elements) {
        revision = elements.revision;
        features(elements);
        announcements();
        if (revision.isStateless()) {
            stateless(elements);
        } else {
            handshake(elements);
        }
    }

    /** What every revision has. */
    private void features(Elements of) {
        ResumeCodec resume = new ResumeCodec(revision);
        fromClient
                .add(Methods.LIST_TOOLS, SimpleParams.PAGINATED, PageCodec.tools(of))
                .add(Methods.CALL_TOOL, new CallToolCodec(resume), new CallToolResultCodec(of))
                .add(Methods.LIST_RESOURCES, SimpleParams.PAGINATED, PageCodec.resources(of))
                .add(Methods.LIST_RESOURCE_TEMPLATES, SimpleParams.PAGINATED, PageCodec.resourceTemplates(of))
                .add(Methods.READ_RESOURCE, new ReadResourceCodec(resume), SimpleResults.readResource(of))
                .add(Methods.LIST_PROMPTS, SimpleParams.PAGINATED, PageCodec.prompts(of))
                .add(Methods.GET_PROMPT, new GetPromptCodec(resume), SimpleResults.getPrompt(of))
                .add(Methods.COMPLETE, new CompleteCodec(revision), SimpleResults.COMPLETE);
    }

    private void announcements() {
        byClient.add(Notifications.CANCELLED, SimpleParams.cancelled(revision));
        byServer.add(Notifications.CANCELLED, SimpleParams.cancelled(revision))
                .add(Notifications.PROGRESS, new ProgressCodec(revision))
                .add(Notifications.MESSAGE, SimpleParams.LOG)
                .add(Notifications.TOOLS_CHANGED, SimpleParams.EMPTY)
                .add(Notifications.PROMPTS_CHANGED, SimpleParams.EMPTY)
                .add(Notifications.RESOURCES_CHANGED, SimpleParams.EMPTY)
                .add(Notifications.RESOURCE_UPDATED, SimpleParams.RESOURCE_UPDATED);
    }

    private void handshake(Elements of) {
        fromClient
                .add(Methods.INITIALIZE, new InitializeCodec(of), new InitializeResultCodec(of))
                .add(Methods.PING, SimpleParams.EMPTY, SimpleResults.EMPTY)
                .add(Methods.SUBSCRIBE, SimpleParams.SUBSCRIBE, SimpleResults.EMPTY)
                .add(Methods.UNSUBSCRIBE, SimpleParams.SUBSCRIBE, SimpleResults.EMPTY)
                .add(Methods.SET_LEVEL, SimpleParams.SET_LEVEL, SimpleResults.EMPTY);
        fromServer.add(Methods.PING, SimpleParams.EMPTY, SimpleResults.EMPTY);
        InputCodecs.addTo(fromServer, of);
        byClient.add(Notifications.INITIALIZED, SimpleParams.EMPTY)
                .add(Notifications.PROGRESS, new ProgressCodec(revision))
                .add(Notifications.ROOTS_CHANGED, SimpleParams.EMPTY);
        if (revision.hasElicitationIds()) {
            byServer.add(Notifications.ELICITATION_COMPLETE, SimpleParams.ELICITATION_COMPLETE);
        }
    }

    private void stateless(Elements of) {
        fromClient
                .add(Methods.DISCOVER, SimpleParams.EMPTY, new DiscoverResultCodec(of.serverCapabilities))
                .add(Methods.LISTEN, SimpleParams.LISTEN, SimpleResults.LISTEN);
        byServer.add(Notifications.ACKNOWLEDGED, SimpleParams.ACKNOWLEDGED);
    }

    /** How a request is written here, whoever sends it. */
    <P extends Params, R extends Result> Exchange<P, R> exchange(Method<P, R> method) {
        Exchange<P, R> exchange = fromClient.of(method);
        Exchange<P, R> found = exchange == null ? fromServer.of(method) : exchange;
        if (found == null) {
            throw new IllegalArgumentException(method + " does not exist in " + revision);
        }
        return found;
    }

    /** How a notification is written here, whoever sends it. */
    <P extends Params> Announcement<P> announcement(NotificationType<P> type) {
        Announcement<P> announcement = byServer.of(type);
        Announcement<P> found = announcement == null ? byClient.of(type) : announcement;
        if (found == null) {
            throw new IllegalArgumentException(type + " does not exist in " + revision);
        }
        return found;
    }
}
