/// The names that say something about their value, in groups of one verdict each.
///
/// Names are written joined and lower-case; every way to split, capitalise and separate them is the same entry, and
/// longer names that end in one (`adyen_card_number`) match too. Sources: PCI DSS 3.3.1 and 3.4.1 for card and
/// authentication data, the checkout SDKs' own field names, the header and parameter names of HTTP and OAuth.
enum KeyVocabulary {
    /// Names with one verdict.
    struct Group: Sendable {
        /// What the names say.
        var verdict: KeyVerdict
        /// The names, separated by spaces.
        var names: StaticString
        /// `strict` when the group holds only there.
        var profile = Profile.standard
        /// Whether the name must be the whole key.
        var isExact = false
        /// Trailing words that add nothing.
        var isFiller = false

        /// Names whose value a rule takes.
        static func take(
            _ rule: Rule,
            grip: KeyVerdict.Grip = .any,
            hints: KeyVerdict.Hints = [],
            exact: Bool = false,
            _ names: StaticString
        ) -> Group {
            Group(verdict: KeyVerdict(rule: rule, grip: grip, hints: hints), names: names, isExact: exact)
        }

        /// Names that only hint.
        static func hint(_ hints: KeyVerdict.Hints, exact: Bool = false, _ names: StaticString) -> Group {
            Group(verdict: KeyVerdict(hints: hints), names: names, isExact: exact)
        }

        /// The same group for `strict` only.
        var strictly: Group {
            var group = self
            group.profile = .strict
            return group
        }
    }

    /// Everything, `strict` last so that it can replace.
    static let groups = card + secrets + persons + hints + strict

    /// Cardholder and sensitive authentication data.
    static let card: [Group] = [
        .take(
            .pan,
            grip: .digits,
            hints: .card,
            """
            pan fpan dpan cardnumber cardno cardnum cardnr cardpan ccnumber ccnum ccno creditcard creditcardnumber \
            creditcardno debitcardnumber creditcardnum primaryaccountnumber cardaccountnumber paymentcardnumber \
            accountpan maskedpan pannumber cardacctid acctpan numerotarjeta kartennummer kartennr tarjetanumero \
            numerodetarjeta númerodetarjeta numérodecarte numerodecarte numerocarte numerocarta numerodacarta \
            numerocartao númerodocartão numerodocartao kaartnummer nomorkartu numberofcard
            """
        ),
        .take(
            .expiry,
            grip: .any,
            """
            cardexpiry cardexpiration cardexpirydate cardexpirationdate ccexp ccexpiry ccexpmonth ccexpyear expmonth \
            expyear expirymonth expiryyear expirationmonth expirationyear cardexp cardexpmonth cardexpyear
            """
        ),
        .take(.expiry, grip: .any, exact: true, "exp expiry expirydate expirationdate expiration expdate validthru"),
        .take(
            .cvv,
            """
            cvv cvv2 cvc cvc2 cv2 cvn cvn2 cvd cvd2 csc cav cav2 cvvcode cvccode cvv2code cvc2code securitycode \
            cardsecuritycode cardverificationvalue cardverificationcode cardverificationnumber cardverification \
            verificationvalue cvnumber cvnum cvvnumber cvcnumber cvcnum cvvnum cardcvv cardcvc cccvv cccvc cvvtwo icvv \
            dcvv dcvv2 cardcode cscode cardvalidationcode validationvalue cvvvalue cvcvalue creditcardcvv \
            cryptogramme cryptogrammevisuel codedesécurité codedesecurite codigodeseguridad códigodeseguridad \
            codigoseguridad codigodesegurança códigodesegurança codigodeseguranca codicedisicurezza sicherheitscode \
            kartenprüfnummer kartenpruefnummer prüfziffer 安全码 安全碼 セキュリティコード رمزالأمان رمزالتحققمنالبطاقة सीवीवी \
            ccv ccv2 cvx cvx2 cvcode csccode seccode vericode cccsc ccsecuritycode cvventered cvcentered enteredcvv \
            cvvinput cvcinput cvvfield cvcfield cardidentificationnumber
            """
        ),
        .take(.cvv, grip: .digits, exact: true, "cid ccid cardcid cccid"),
        .take(
            .track,
            """
            track1 track2 track3 track1data track2data track3data trackone tracktwo trackdata magstripe magstripedata \
            magneticstripe swipedata msr msrdata magdata magneticdata track2equivalentdata track2equivalent trackdatatwo encryptedtrackdata encryptedtrack
            """
        ),
        .take(
            .pin,
            """
            pin pincode pinnumber pinblock encryptedpin encpin pindata pinvalue mpin upipin atmpin cardpin otp totp hotp \
            otpcode onetimecode onetimepassword onetimepin onetimepasscode smscode smsotp mfacode twofactorcode \
            passcode verificationcode otpvalue tpin bestätigungscode codedevérification códigodeverificación \
            codigodeverificacion códigodeverificação kodeverifikasi kodeotp 验证码 驗證碼 認証コード 인증번호 رمزالتحقق رمزالتأكيد الرقمالسري ओटीपी \
            pinpadblock pinblockdata
            """
        ),
        Group(verdict: .neutral, names: "mappin droppin pushpin gpiopin md5 md4"),
        .take(.track, exact: true, "de35 de36 de45 field35 field36 field45 df35 df36 df45"),
        .take(.pin, exact: true, "de52 field52 df52"),
        .take(.pan, grip: .digits, hints: .card, exact: true, "de2 field2 df2 de02 field02"),
        .take(.emv, "iccdata emvdata chipdata emvtlv tlvdata field55 de55 iccrelateddata emvtags icctags emvtag"),
        .take(
            .threeDS,
            """
            cavv aav ucaf ucafdata pareq pares creq cres cryptogram tavv dsrp authenticationvalue threedscryptogram \
            tokencryptogram onlinepaymentcryptogram applicationcryptogram cavvvalue payerauthenticationresponse cresdata \
            creqdata paresdata pareqdata acssignedcontent threedssessiondata encodedcreq encodedcres
            """
        ),
        .take(.threeDS, exact: true, "md xid"),
        .take(
            .encryptedCard,
            """
            encryptedcardnumber encryptedsecuritycode encryptedexpirymonth encryptedexpiryyear encryptedcvv encryptedcvc \
            encryptedcard encryptedcarddata encryptedpan encryptedpassword encryptedpaymentdata encryptedbankaccountnumber \
            encryptedexpirydate applepaytoken googlepaytoken paymentmethodtoken ephemeralpublickey
            """
        ),
        .take(.name, "cardholder cardholdername nameoncard holdername cardholderfirstname cardholderlastname cardname"),
    ]

    /// Credentials.
    static let secrets: [Group] = [
        .take(
            .password,
            """
            password passwd passphrase pwd passwort motdepasse contrasena userpassword dbpassword oldpassword newpassword \
            userpass passwordhash mysqlpwd pgpassword userpwd dbpwd passwordconfirmation currentpassword \
            keystorepassword truststorepassword storepassword keypassword sshpassword ftppassword smtppassword \
            adminpassword rootpassword masterpassword redispassword adminpass rootpass smtppass ftppass dbpass sudopass \
            requirepass masterauth sshpass
            """
        ),
        .take(.password, grip: .token, "pass pw"),
        .take(
            .authorization,
            "authorization proxyauthorization authorizationheader authheader xauthorization bearer httpauthorization"
        ),
        .take(.authorization, grip: .token, "auth basicauth httpauth"),
        .take(
            .apiKey,
            """
            apikey xapikey secretkey privatekey accesskey secretaccesskey awssecretaccesskey accesskeyid awsaccesskeyid \
            masterkey signingkey encryptionkey hmackey sharedkey clientkey serverkey merchantkey apisecret appsecret \
            consumersecret appkey consumerkey servicekey licensekey licensekeys authkey webhookkey accountkey rsakey \
            subscriptionkey stripekey adyenkey paypalkey tapkey razorpaykey paystackkey openaikey sendgridkey twiliokey \
            awskey storagekey functionkey sharedaccesskey secretkeybase hashingkey apikeylive apikeytest \
            livekey saltkey
            """
        ),
        // Keys of terminals and their hosts (ANSI X9.24, ISO 11568).
        .take(
            .apiKey,
            grip: .token,
            """
            kek zmk tmk zpk tpk bdk ipek dukptkey pinencryptionkey workingkey activationkey recoverykey passkey
            """
        ),
        .take(
            .secret,
            grip: .token,
            """
            samlresponse samlassertion samlrequest rememberme remembermetoken backupcodes recoverycodes pushtoken fcmtoken \
            apnstoken bottoken sastoken remembertoken
            """
        ),
        .take(.secret, "mnemonic mnemonicphrase seedphrase recoveryphrase secretphrase"),
        Group(verdict: .neutral, names: "designtoken designtokens themetoken"),
        .take(.privateKey, "privatekey rsaprivatekey privatekeypem pemkey sshkey"),
        .take(
            .secret,
            """
            secret secrets clientsecret token accesstoken refreshtoken idtoken authtoken csrftoken xsrftoken csrf xsrf \
            csrfmiddlewaretoken sessiontoken bearertoken usertoken devicetoken securitytoken paymenttoken apitoken \
            xauthtoken xcsrftoken xxsrftoken oauthtoken logintoken secrettoken credential credentials creds signature sig \
            hmac xamzsignature xamzcredential xamzsecuritytoken sharedsecret webhooksecret tokensecret signedtoken \
            clientassertion codeverifier recoverycode backupcode resettoken magiclink cardtoken authenticity\
            token webhooksignature xsignature hubsignature requestsignature
            """
        ),
        .take(.secret, grip: .token, "tokens sharedaccesssignature cookiesecret"),
        Group(verdict: .neutral, names: "unexpectedtoken invalidtoken expectedtoken syntaxtoken"),
        .take(.jwt, "jwt jwttoken jwtassertion idjwt accessjwt"),
        .take(.cookie, "cookie cookies setcookie setcookies cookieheader cookie2 setcookie2 requestcookies"),
        .take(
            .session,
            grip: .token,
            "sessionid sessid sessionkey phpsessid jsessionid aspsessionid connectsid sessioncookie sessionsecret session"
        ),
        .take(.session, grip: .token, exact: true, "sid"),
    ]

    /// Personal data.
    static let persons: [Group] = [
        .take(
            .email,
            "email emailaddress mail mailaddress useremail customeremail contactemail emailid payeremail replyto emails"
        ),
        .take(
            .phone,
            hints: .phone,
            """
            phone phonenumber telephone mobile mobilenumber mobilephone msisdn phoneno mobileno telephonenumber \
            cellphone homephone workphone contactnumber whatsapp phones smsnumber telno phonenum tel telnumber momonumber walletnumber subscribernumber mobilemoneynumber payeenumber \
            recipientnumber mobilewallet momophone
            """
        ),
        .take(.ipAddress, "clientip remoteip userip ipaddress remoteaddr xforwardedfor xrealip clientipaddress"),
        .take(.macAddress, "macaddress macaddr wifimac bluetoothmac bssid"),
        .take(
            .bankAccount,
            """
            iban accountnumber bankaccountnumber bankaccount accountno acctno acctnumber senderaccountnumber \
            routingnumber sortcode bic swiftcode ifsc ifsccode vpa upiid bankaccountno beneficiaryaccount abanumber \
            bankroutingnumber bsbnumber
            """
        ),
        .take(
            .nationalID,
            """
            ssn socialsecuritynumber socialsecurity nationalid nationalidnumber nationalidentitynumber idnumber nid \
            aadhaar aadhar aadhaarnumber passport passportnumber passportno taxid taxpayerid taxidentificationnumber \
            driverslicense driverlicense driverlicensenumber saudiid saudinationalid driverslicensenumber iqama iqamanumber cpf cnpj curp dni nif nino sin \
            identitynumber civilid emiratesid personalnumber personnummer residentid residentidnumber vatid pannumbertax \
            nric mykad npwp codicefiscale bvn cedula
            """
        ),
        .take(.nationalID, grip: .digits, "nik ktp bsn pesel"),
        .take(.birthDate, "dob dateofbirth birthdate birthday birthdateyear"),
        .take(
            .name,
            """
            firstname lastname fullname middlename surname familyname givenname maidenname customername payername \
            beneficiaryname recipientname buyername remittername holderfullname legalname
            """
        ),
        .take(
            .address,
            """
            billingaddress shippingaddress streetaddress homeaddress postaladdress addressline addressline1 \
            addressline2 street deliveryaddress mailingaddress
            """
        ),
        .take(
            .device,
            "identifierforvendor idfv idfa advertisingid devicename androidid deviceserial advertisingidentifier"
        ),
    ]

    /// Names that take nothing by themselves.
    static let hints: [Group] = [
        .hint(.card, "card cc cardvalue paymentcard cardinput cards bankcard debitcard carddetails carddata cardinfo"),
        .hint(
            .identifier,
            """
            accountid imei imeisv meid ean ean13 gtin upc isbn barcode iccid sequence seq
            """
        ),
        .hint(
            .trace,
            """
            traceid spanid parentspanid parentid spanref ddtraceid ddspanid requestid correlationid xrequestid \
            xcorrelationid correlationuid amznrequestid idempotencykey requestuid
            """
        ),
        .hint(
            .qualifier,
            """
            length len count check result status type brand last4 lastfour required supported policy flow used scheme \
            entry mode bucket cache min max minlength maxlength error errors reason isvalid valid strength algorithm \
            alg kind provider source ttl audience issuer scope scopes enabled disabled optional present missing \
            attempts attempt retries limit size format pattern index position level method state title hint help \
            rule rules validation step stage event category currency country locale language lang tries timeout \
            maxattempts digits charset encoding message placeholder description expiresin age maxage
            """
        ),
        .hint(
            .version,
            """
            version ver versions release build packageversion appversion osversion sdkversion buildnumber sdk versionname \
            firmware bios productversion fileversion
            """
        ),
        .hint(
            .time,
            """
            timestamp time date epoch millis milliseconds ms ns us ts at createdat updatedat startedat datetime expires \
            expiresat duration elapsed atmillis epochms seconds secs uptime timeprocessed
            """
        ),
        .hint(.nameSlot, exact: true, "name key k n id"),
        .hint([.nameSlot, .qualifier], "label"),
        .hint(.valueSlot, exact: true, "v content values"),
        .hint(.cardPart, exact: true, "number no num nr code owner holder"),
        .hint(.part, "digits parts fields inputs"),
        .hint(.part, exact: true, "bin iin middle mid"),
        // Members of JSON web keys: what they hold the object around them says.
        .hint(.part, exact: true, "d p q dp dq qi"),
        .hint(.headerList, "headers rawheaders httpheaders requestheaders responseheaders headerlist"),
        Group(
            verdict: KeyVerdict(hints: .nameSlot),
            names: "field header param parameter attribute attr input",
            isFiller: true
        ),
        Group(verdict: KeyVerdict(hints: .valueSlot), names: "value text string raw val str plain", isFiller: true),
    ]
}
