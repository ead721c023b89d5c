package dev.tenon.guard.content;

/** The phrases of {@link PromptInjectionDetector}. */
final class PromptInjectionPhrases {
    private static final String INSTRUCTION_NOUNS =
            "instruction|instructions|prompt|prompts|rules|rule|guidelines|directives|directions|constraints|restrictions|policies";
    private static final String TELL_VERBS =
            "tell|telling|inform|informing|mention|mentioning|notify|notifying|alert|alerting|reveal|revealing|disclose|disclosing|show|showing";

    /** Each line has the end of the name of a rule, and a phrase with the names of the alternatives above. */
    private static final String TABLE = """
            override ignore|disregard|forget|override|bypass|discard ?all ?any ?of ?the ?your ?my ?these \
                previous|prior|earlier|above|preceding|foregoing|existing|original|initial|system \
                ?safety ?system INSTRUCTION_NOUNS
            override ignore|disregard|forget all|any|your ?of ?the ?your INSTRUCTION_NOUNS
            override ignore|disregard|forget everything ?that ?you ?were ?have ?been above|before|told|said
            secrecy not|never|dont|without ?ever TELL_VERBS \
                ?this ?it ?that ?anything ?about ?this ?to ?the user|users|human|anyone|anybody
            secrecy keep|hide|conceal this|it ?a ?secret|hidden from ?the user|users|human
            role you are now|henceforth a|an|in|the|no|free|unrestricted|dan
            role from now on ?you are|must|will|shall|should
            role enter|enable|activate|switch ?to ?into developer|god|admin|debug|jailbreak|dan mode
            role new|real|updated|revised system prompt|instructions|message
            steering before ?you using|use|calling|call|invoking|invoke|running|run any|all ?of ?the ?other tool|tools
            steering before ?you using|use|calling|call|invoking|invoke ?any ?all ?the other tool|tools
            steering instead of ?using ?calling ?any ?the other tool|tools
            steering must|always ?always ?first call|use|invoke|run this tool first|before
            steering never|not|dont use|call|invoke any|the other tool|tools
            exfiltration send|upload|forward|post|email|exfiltrate|transmit|leak|append|attach|include|pass \
                ..4 conversation|credentials|secrets|passwords|id_rsa|ssh|cookies ..4 to|as|in|into|via
            """;

    static final PhraseSet ALL = new PhraseSet(TABLE.replace("INSTRUCTION_NOUNS", INSTRUCTION_NOUNS)
            .replace("TELL_VERBS", TELL_VERBS)
            .lines()
            .map(line -> line.split(" +", 2))
            .map(words -> Phrase.parse("instructions." + words[0], words[1]))
            .toList());

    private PromptInjectionPhrases() {}
}
